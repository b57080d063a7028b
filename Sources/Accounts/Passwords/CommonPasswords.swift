import Items

/// The most frequent passwords of known leaks that are long enough to be accepted here, from the
/// public list that Django comes with.
package enum CommonPasswords {
    /// Whether a password is one of them, ignoring case.
    package static func contain(_ password: String) -> Bool {
        all.contains(Substring(decoding: CaseFolding.fold(password), as: UTF8.self))
    }

    /// The most frequent one first.
    private static let all = Set(
        """
        1234567890 1q2w3e4r5t qwertyuiop 123456789a q1w2e3r4t5y6 0123456789 0987654321
        1111111111 basketball 1qaz2wsx3edc password12 q1w2e3r4t5 1234567891 12345qwert
        12345678910 diosesfiel liverpool1 0000000000 tinkerbell qwerty12345 butterfly1
        1234554321 chocolate1 elizabeth1 password123 myspace123 hellokitty 1q2w3e4r5t6y
        spongebob1 4815162342 123456789q alexander1 manchester asdfghjkl1 spiderman1
        beautiful1 9876543210 1029384756 1122334455 california metallica1 qwerty123456
        christian1 iloveyou12 qwerty1234 friendster 1234512345 123qweasdzxc strawberry
        1123581321 qwert12345 christopher azertyuiop 12345qwerty 5555555555 undertaker
        sweetheart stephanie1 linkinpark zxcvbnm123 password11 realmadrid southside1
        alessandro bestfriend volleyball hollister1 princess12 babygirl12 abcdefg123
        fuckyou123 123456qwerty password01 harrypotter superstar1 christina1 poiuytrewq
        terminator football12 september1 123456789m 123456789z welcome123 motdepasse
        runescape1 christophe jesuschrist aaaaaaaaaa 123456654321 dragonball hollywood1
        7894561230 paintball1 pokemon123 sebastian1 ilovejesus 123456123456 baseball12
        password13 teddybear1 friendship christine1 123456789s barcelona1 charlotte1
        password10 spartan117 blackberry mypassword skateboard 1234567890q alejandro1
        wrestling1 watermelon alexandra1 tokiohotel 1234567899 idontknow1 123456789j
        9999999999 abcde12345 qazwsxedcrfv buttercup1 password00 ronaldinho password22
        password69 123456789k a1b2c3d4e5 prettygirl christmas1 2222222222 enterprise
        123456789d sunflower1 cinderella 1234567890a alessandra casablanca qazwsxedc1
        swordfish1 123456789l catherine1 123456789p scoobydoo1 butterfly2 underground
        1357924680 daddysgirl washington 7777777777 football10 youngmoney password23
        spiderman3 katherine1 bettyboop1 1q2w3e4r5t6y7u8i9o0p callofduty bubblegum1
        something1 superman12 123456789o cashmoney1 lighthouse longhorns1 september2
        ironmaiden 123456789123 baseball11 qwertyqwerty revolution playstation smallville
        112233445566 baseball10 motherlode galatasaray justinbieber princess10 babygirl13
        alejandra1 987654321a godisgreat 123456789987654321 qweasdzxc123 vaffanculo
        football11 michael123 pineapple1 babycakes1 australia1 iloveyou22 123456789123456789
        iloveyou13 1a2b3c4d5e password21 iloveyou14 disturbed1 q123456789 123456789b
        chrisbrown spiderman2 1020304050 aleksandra iloveyou11 qwertyuiop[] mastermind
        jellybean1 princess13 iamthebest jesusislord university princess11 12345678900
        qazwsxedc123 iloveyou123 opensesame abcdefghij jessica123 12345678901 mississippi
        baseball13 jesucristo babygirl10 password1234 billabong1 love123456 newcastle1
        fenerbahce southpark1 charlie123 information international littleman1 ilovemymom
        princess01 123456789c football21 felicidade 123456789r 123456789t qwertyuio1
        cassandra1 dominique1 qwertyuiop1 nopassword ilovemyself sweetness1 football22
        nightmare1 jacqueline cellphone1 12345abcde lovehurts1 sunshine12 chocolate2
        temppassword elizabeth2 hellohello wachtwoord losangeles xiang123456 1q2w3e4r5t6y7u
        samsung123 spongebob2 professional abracadabra testing123 8888888888 password14
        microsoft1 hernandez1 bangladesh linkedin123 anthony123 sailormoon 0102030405
        password99 dragonballz babygirl11 roadrunner summertime snowflake1 pakistan123
        12345654321 happiness1 evangelion familyguy1 godisgood1 qwertyuiop123 000webhost
        nickjonas1 wolverine1 mackenzie1 tottenham1 computer12 hellothere qwerasdfzxcv
        mickeymouse anastasiya butterfly7 alexandria blueberry1 football23 qweasdzxc1
        leavemealone nintendo64 asdfg12345 moneymaker marijuana1 cheesecake michelle12
        valentine1 3333333333 johndeere1 backspace1 jeffhardy1 snowboard1 mechanical
        6666666666 fuckyou666 dragonfly1 simpleplan letmein123 football13 december12
        godfather1 hondacivic jesussaves television 123456789n iloveyou10 cardinals1
        finalfantasy chicken123 babygirl01 baseball22 maximilian 123456789g francisco1
        sexybeast1 chelsea123 nathaniel1 thirteen13 woaini1314 123456789abc puertorico
        softball12 babygirl14 juancarlos iamnumber1 123456789e abrakadabra iloveme123
        ilovemusic wonderland starcraft1 angelbaby1 loveyou123 braveheart baseball21
        lovergirl1 administrator rodriguez1 halloween1 ilovechris s123456789 bernadette
        souljaboy1 lamborghini 1212121212 diosesamor monster123 newpassword rocknroll1
        jesusfreak a1s2d3f4g5 smackdown1 celtic1888 iloveyou69 password15 zxcasdqwe123
        blackjack1 friends123 brandon123 hollister2 iloveyou23 princess21 lovesucks1
        princess14 gabrielle1 dominican1 konstantin pothead420 password09 neveragain
        november11 starbucks1 highlander girlfriend alexander2 jamesbond007 volkswagen
        123456789w iloveyou21 asdfghjkl123 estrellita myspace101 jasmine123 11111111111
        loveislife capricorn1 baseball23 ichliebedich wellington megasecret playstation3
        prettyboy1 123456789qwe sonyericsson bubbles123 butterfly3 1qazxsw23edc ohiostate1
        networking madagascar astonvilla princess22 moonlight1 margarita1 helloworld
        bobmarley1 forzamilan america123 babygirl15 arsenal123 battlefield linkedin2011
        liverpool8 1q2w3e4r5t6y7u8i lifeisgood fullaccess 123456789h qqqqqqqqqq babygirl09
        mileycyrus 123456789f babygurl12 0192837465 lightning1 princess23 bigpimpin1
        cleveland1 wonderful1 a1a2a3a4a5 evanescence abcd123456 darkangel1 blingbling
        baseball24 motocross1 emachines1 playboy123 baseball14 ghostrider bestfriends
        livestrong northside1 principessa lifesucks1 football24 princesita margherita
        deutschland tweetybird 1357913579 zxcvb12345 password88 rammstein1 password24
        ordinateur password08 greenday12 123456789v godislove1 123123123123 puppylove1
        samantha12 technology 123321123321 monkeybutt winchester babygirl21 guadalupe1
        0147258369 bellissima babygirl16 babygirl08 babygirl23 princess15 maradona10
        mostwanted football20 123456abcd chevrolet1 gabriel123 zzzzzzzzzz softball11
        liverpoolfc budweiser1 1234509876 111111111111 argentina1 sunderland iloveyou15
        basketball1 management iloveyou09 bugsbunny1 valentina1 football09 christian2
        mitsubishi kobebryant password19 1a2s3d4f5g supergirl1 qwertasdfg supersonic
        baseball15 william123 revelation september9 1butterfly matthew123 123456789asd
        candycane1 babygirl69 everything sagitarius password07 forzainter starlight1
        password20 rainbow123 chronic420 softball13 beautiful2 cookies123 0147852369
        jennifer12 seniseviyorum 1213141516 christelle 010203040506 onedirection 123456qwer
        softball10 underworld princess16 twilight12 babygirl22 mmmmmmmmmm hurricane1
        devilmaycry maryjane42 dontforget firefighter panasonic1 xxxxxxxxxx football14
        littlebit1 septiembre gymnastics password17 montecarlo princess08 patriots12
        iloveyou08 pinkfloyd1 milkshake1 murcielago stonecold1 moneymoney skywalker1
        butterfly8 slipknot66 rockstar12 qwertzuiop amsterdam1 princess09 987654321q
        password77 supermario mikejones1 impossible deerhunter transformers superman23
        lucifer666 password16 1q2w3e4r5t6y7u8i9o godlovesme grenouille password33 123123123a
        liverpool9 heartbreak myspace200 babygirl19 minicooper december25 pathfinder
        jefferson1 4444444444 fuckoff123 marseille13 kingfisher slimshady1 poohbear12
        teamomucho computer123 supernatural 123456789i football08 superman11 monkeyman1
        football33 fiorentina tennessee1 guatemala1 candygirl1 multimedia radiohead1
        computador madagaskar 9876543211 1357908642 serendipity
        """.split(whereSeparator: \.isWhitespace))
}
