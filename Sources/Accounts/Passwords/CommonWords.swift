/// Words of common passwords, compiled by hand.
enum CommonWords {
    /// The words that begin with this character or a letter it substitutes.
    static func beginning(with sign: UInt8) -> [[UInt8]] {
        ([sign] + LeetSpelling.letters(meantBy: sign)).flatMap { byFirst[$0] ?? [] }
    }

    private static let byFirst = Dictionary(grouping: words, by: { $0.first ?? 0 })

    private static let words = [
        english, everyday, names, others, things,
    ].flatMap { text in
        text.split(whereSeparator: \.isWhitespace).map { Array($0.utf8) }
    }

    /// English words about passwords, love and computers.
    private static let english = """
        pass password passwort passwd passcode passphrase passme passw pwd mypassword mypass
        secret secrets secure security private access accessdenied letmein letme openup
        opensesame login logmein logon signin welcome hello hallo hi hey goodbye whatever
        whatsup trustno trustme nothing something anything everything nobody changeme change
        default guest test testing tester temp temporary admin administrator root toor user
        username account computer internet network server system windows microsoft google
        facebook youtube instagram twitter amazon apple iphone android samsung linux ubuntu
        debian oracle database todo toodoo qwerty qwert asdf zxcv master mister boss chief king
        queen prince princess lord lady god jesus christ jesuschrist heaven angel angels devil
        satan demon lucifer godisgood bless blessed faith hope believe peace freedom forever
        always never ever again love lover loves loved loveme lovely loveyou iloveyou iloveu
        ilove ihate iloveme iloveit you me my mine your and the is of for in to a i u it we us
        im am are baby babe babyboy babygirl boy girl boys girls boyfriend girlfriend honey
        sweet sweetie sweetheart sexy sex sexsex sexygirl kiss kisses kissme hug hugs hottie
        cutie cute pretty beautiful handsome heart hearts darling dear wife husband mother mom
        mommy mama father dad daddy papa sister brother family friend friends friendship
        bestfriend best fuck fucker fucking fuckyou fuckoff fuckme bitch bastard asshole
        bullshit shit dick cock pussy porn slut whore nigger cunt penis vagina horny naked
        sunshine sun sunny moon moonlight star stars starlight sky rain rainbow snow snowball
        snowman storm thunder lightning fire ice water ocean island beach paradise flower
        flowers rose roses butterfly summer winter spring autumn fall morning night midnight
        christmas holiday birthday happy happiness lucky luck smile smiley money dollar rich
        million gold golden silver diamond crystal power strong strength super superman
        superstar batman spiderman ironman wonder woman man men women hero heroes legend
        champion winner number one two three four five six seven eight nine ten hundred thousand
        zero first second january february march april may june july august september october
        november december monday tuesday wednesday thursday friday saturday sunday today
        tomorrow yesterday black white red blue green yellow orange purple pink brown grey
        """

    /// Words that combine: darknight, bluemoon, lovelife.
    private static let everyday = """
        able air alive all back bad ball band bang bar beast bell big bite blood board boat body
        bomb bone book boot boss box brain brave bright broken bug bus call car card care chain
        cheese city class clean clear close cloud club coast cold come comic control cool craft
        crazy cross crow cry cup cut dark day dead deal death deep desert die dirty dive door
        down dream dreams drive drop drum dry dust duty early earth east easy eat end enter
        escape evil eye eyes face fair fallen false far farm fast fat fear feet field fight
        fighter film fine finger fist flash flat flint flow fly food fool foot force forest
        found fox free fresh front fruit full fun funny future gang garden gate gift give glass
        go going gone good grand grass gray great greed grey ground group gun hair half hall
        hammer hand hands hard hat hate have head health heavy hell high hill hit hold hole home
        hope hot house how human hungry hurt idea inside iron is it jack joke joker jump just
        keep key kick kid kids kill king know lake land lane large last late laugh law lead leaf
        leave left leg lets lick life light like line list listen little live living lock log
        lone long look loop lost loud low mad made magic mail make makers maker many map mark
        market marry max meet meme mental metal mile milk mill mind mine mix mobile mode moment
        monster month more most motor mountain mouth move movie much mud name nation nature near
        neck need never new news nice night no noise north nose not note now off office oil old
        on only open or our out outside over own pack page pain paint pants paper park part
        party path pay people phone photo pick picture pie pilot pin pit place plan plane plant
        plus point pool poor pop port post pretty prison project proud pull punch punk pure push
        queen quick quiet quit race rabbit radio raider rat raw ray read ready real rebel red
        rest ride rider right ring rise river road robot rock roll room root rope round royal
        rule run runner sad safe sail salt same sand save say scare sea sell send sense set shit
        shoe shoes shop short shot show shut sick side sign silent site six size skin skull slam
        sleep slow small smart smell smoke smooth so soft some son sonic soon soul sound soup
        south space speed spell spirit sport spot spring square stand start stay steal steel
        step stick still stone stop store story street strike stuff suck sucks sugar suit sure
        sweet swim sword system table tail take talk tall tank taste tea team tell thank thanks
        that them then there they thing think this tight time times tiny tire to toilet tomb
        tone too tool tools top tour tower town toy track trade train travel tree trip truck
        true trust truth try tune turn under until up use view voice wait wake walk walker wall
        want war warm wash watch water wave way weak web week well went west wet what wheel when
        where which who whole why wide wild will wind window wine wing wings wise wish with wolf
        wood word work worker works world worm worth write wrong year yes young zone
        """

    /// First names, cities and countries.
    private static let names = """
        aaron abigail adam adrian alan albert alejandra alejandro alex alexander alexandra
        alexandre alexis alfred ali alice alicia alison allison alyssa amanda amber amy ana
        andre andrea andreas andrei andres andrew andy angel angela angelica angelina angie
        anita anna anne annette annie anthony antonio april ariana arnold arthur ashley audrey
        austin barbara beatrice beatriz becky ben benjamin bernard beth betty bill billy bobby
        bonnie brad bradley brandon brandy brenda brian brittany bruce bryan caitlin cameron
        carla carlos carmen carol carolina caroline carolyn carrie casey cassie catherine
        cecilia chad charles charlie charlotte chelsea cheryl chris christian christina
        christine christopher cindy claire claudia colin connie connor courtney craig cristian
        cristina crystal cynthia daisy dakota dan dana daniel daniela danielle danny dave david
        dawn dean debbie deborah denise dennis derek diana diane diego dominic donald donna
        dorothy doug douglas dylan eddie edgar eduardo edward elaine eleanor elena elijah
        elizabeth ella ellen emily emma eric erica erik erin ernesto esther ethan eugene eva
        evelyn felipe felix fernanda fernando fiona frances francesca francis francisco francois
        frank franklin fred freddy frederick gabriel gabriela gabrielle gary george gerald
        gerard gina gloria gordon grace graham greg gregory gustavo hannah harold harriet harris
        harrison harry heather hector heidi helen helena henry herbert holly howard hunter ian
        irene iris isaac isabel isabella isabelle ivan jack jackie jackson jacob jacqueline jade
        jake james jamie jan jane janet janice jasmine jason javier jay jean jeanette jeff
        jeffrey jennifer jenny jeremiah jeremy jerry jesse jessica jessie jill jim jimmy joan
        joanna joanne joe joel joey johan johannes john johnny johnson johnathan jon jonathan
        jordan jorge jose joseph josephine josh joshua joyce juan juanita judith judy julia
        julian juliana julie juliet julio justin karen karina karl kate katherine kathleen
        kathryn kathy katie katrina keith kelly kelsey ken kenneth kenny kevin kim kimberly
        kristen kristin kristina kyle lance larry laura lauren laurie lawrence leah lee leo leon
        leonard leonardo leslie lewis liam lily linda lindsay lindsey lisa logan lorena lorenzo
        lori louis louise lucas lucia lucy luis luke lynn madison maggie manuel marc marcel
        marcela marco marcos marcus margaret margarita maria mariah mariana marie marilyn marina
        mario marissa mark marlon martha martin martina marvin mary mason matt matthew maureen
        maurice max maxwell megan melanie melinda melissa mercedes meredith michael michel
        michele michelle miguel mike mikey mildred miranda mitchell mohamed mohammed molly
        monica monika monique morgan muhammad nancy naomi natalia natalie natasha nathan
        nathaniel neil nicholas nick nicola nicole nicolas nikita nikki nina noah nora norma
        norman oliver olivia omar oscar pablo paige pamela patricia patrick paul paula pauline
        pedro peggy penny peter philip phillip phoebe rachel rafael ralph ramon randall randy
        raquel raul ray raymond rebecca regina renee ricardo richard rick ricky rita robert
        roberto robin rodrigo roger roland ron ronald ronaldo ronnie rosa rosemary ross roxanne
        roy ruben russell ruth ryan sabrina salvador sally sam samantha samuel sandra sandy
        santiago santos sara sarah savannah scott sean sebastian serena sergio shannon sharon
        shaun shawn sheila shelby shelly sherry shirley sierra simon simone smith sofia sonia
        sophia sophie spencer stacey stacy stanley stefan stefanie stella stephanie stephen
        steve steven stewart stuart sue summer susan susanne suzanne sydney sylvia tamara tammy
        tanya tara taylor teresa terry theodore theresa thomas tiffany tim timmy timothy tina
        todd tom tommy toni tony tracey tracy travis trevor trinity tristan tyler valentin
        valentina valeria valerie vanessa vera veronica vicky victor victoria vincent viola
        virginia vivian vladimir walter wanda warren wayne wendy wesley whitney william williams
        willie wilson xavier yolanda yvonne zachary zoe america american england london paris
        berlin germany deutschland france espana spain mexico brasil brazil argentina colombia
        canada australia china india japan russia moscow italia italy roma madrid barcelona
        newyork york chicago boston dallas texas florida california hollywood vegas lasvegas
        hawaii africa europe pakistan indonesia malaysia philippines
        """

    /// The same in German, Spanish, French, Italian, Portuguese, Dutch and Polish.
    private static let others = """
        geheim geheimnis kennwort passwort losungswort schatz schatzi liebe ichliebedich
        liebling mausi hase hasi sommer winter herbst fruehling sonne sonnenschein mond stern
        sterne himmel engel teufel gott jesus hallo servus moin willkommen zugang anmelden
        benutzer rechner fussball fußball schalke bayern muenchen münchen hamburg koeln köln
        stuttgart frankfurt hannover dresden leipzig oesterreich schweiz mutter vater bruder
        schwester freund freundin familie blume blumen schmetterling katze hund pferd drache
        drachen meister koenig könig prinzessin schokolade arschloch scheisse scheiße ficken
        computer sicherheit lieblings januar februar maerz märz april mai juni juli august
        oktober dezember montag dienstag mittwoch donnerstag freitag samstag sonntag weihnachten
        geburtstag contrasena contraseña clave secreto amor amore teamo tequiero tekiero
        teamomucho mucho miamor mivida corazon corazón princesa principe reina estrella
        estrellita cielo sol luna mariposa flores bonita hermosa hermoso chiquita chiquito bebe
        bebita gatito perro familia amigo amigos amiga amigas mama papa hermano hermana dios
        cristo jesucristo diosesamor angel angelito futbol barcelona realmadrid rebelde tequila
        hola adios bienvenido enero febrero marzo abril mayo junio julio agosto septiembre
        octubre noviembre diciembre lunes martes miercoles jueves viernes sabado domingo verano
        navidad motdepasse bonjour bienvenue soleil amour jetaime monamour moncoeur cheri cherie
        chouchou doudou loulou bisous princesse papillon etoile chocolat ordinateur marseille
        maman famille secret azerty vacances janvier fevrier mars avril juin juillet aout
        septembre octobre novembre decembre lundi mardi mercredi jeudi vendredi samedi dimanche
        senha minhasenha obrigado saudade brasil flamengo corinthians palmeiras euteamo ciao
        benvenuto amoremio tiamo juventus napoli milano welkom wachtwoord liefde haslo kochamcie
        polska misiek kochanie parol privet lubov lyubov solnce zvezda anastasia anastasiya
        aleksandra aleksandr aleksey ekaterina natasha svetlana tatiana vladimir dmitry sergey
        nikita konstantin nastya sasha masha dasha katya andrey ivanov vladislav gfhjkm ghbdtn
        k.,jdm yfnfif vfhbyf
        """

    /// Animals, sports, teams, music, films, games, cars, food.
    private static let things = """
        monkey dragon tiger lion eagle eagles falcon falcons hawk bear bears wolf wolves panther
        panthers cougar jaguar leopard puma cat cats kitty kitten kittycat hellokitty dog dogs
        doggy puppy bulldog horse horses pony rabbit bunny chicken turtle dolphin dolphins shark
        sharks whale fish fishing snake spider scorpion phoenix unicorn dinosaur elephant
        penguin mouse frog duck turkey cow pig bird birds animal animals buster rocky max bailey
        buddy molly ginger pepper tigger snoopy snickers muffin cookie cookies peanut butter
        cheese pumpkin cherry strawberry banana apple apples orange lemon melon mango pineapple
        chocolate candy sugar vanilla cinnamon coffee whiskey vodka beer wine tequila cocacola
        coke pepsi pizza taco football soccer baseball basketball hockey softball volleyball
        tennis golf golfer golfing swimming running runner racing skate skater skateboard
        snowboard surf surfer wrestling boxing karate cheer cheerleader cowboy cowboys raiders
        steelers redskins packers patriots broncos giants lakers yankees redsox dodgers bulls
        celtics rangers arsenal chelsea liverpool manchester united city everton celtic
        tottenham juventus player players play gamer games game playboy playstation nintendo
        xbox mario zelda pokemon pikachu naruto sasuke minecraft warcraft starcraft
        worldofwarcraft counterstrike halo diablo callofduty fortnite roblox starwars startrek
        skywalker vader darthvader yoda jedi matrix terminator predator rambo gandalf frodo
        hobbit hogwarts harrypotter potter twilight mickey mickeymouse minnie disney scooby
        scoobydoo spongebob garfield simpson simpsons homer bart tweety winnie pooh barbie
        dragonball ninja samurai warrior warriors knight wizard magic hunter killer assassin
        ghost shadow shadows vampire zombie pirate pirates soldier sniper army navy marine
        marines military metallica nirvana slipknot greenday linkinpark blink eminem tupac snoop
        beatles elvis ironmaiden acdc rock rockstar rocker rocknroll music musica guitar drummer
        drums piano dance dancer dancing singer song hiphop jazz metal punk techno ferrari
        porsche mercedes corvette mustang camaro chevy chevrolet ford toyota honda nissan yamaha
        suzuki kawasaki harley davidson audi volkswagen volvo lamborghini student teacher school
        college university nursing doctor police firefighter engineer manager office business
        company marketing sales support service helpdesk apollo mercury saturn jupiter venus
        titanic america chester cooper scooter marley maverick thunder tinkerbell bubbles
        precious princess jordan kobe lebron beckham
        """
}
