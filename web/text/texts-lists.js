/** Texts about lists: empty ones, tags, several rows. */

export const listTexts = {
    "empty": ["No to-dos yet.", "Noch keine Aufgaben."],
    "empty hint": [
        "Type what there is to do, with a day if you like: “Call Ada Friday 17:00”.",
        "Was ist zu tun? Gern mit Tag: „Ada anrufen Freitag 17 Uhr“.",
    ],
    "nothing matches": ["Nothing matches.", "Nichts gefunden."],
    "nothing today": ["Nothing for today.", "Heute ist nichts zu tun."],
    "nothing open": ["Everything is done.", "Alles ist erledigt."],
    "nothing done": ["Nothing is done yet.", "Noch ist nichts erledigt."],
    "nothing tagged": ["Nothing to do with this tag.", "Nichts zu tun mit diesem Tag."],
    "nothing matches hint": [
        "Try fewer or other words.",
        "Versuch es mit weniger oder anderen Worten.",
    ],
    "nothing today hint": [
        "What comes later is under All.",
        "Was später kommt, steht unter Alle.",
    ],
    "nothing tagged hint": [
        "What you add here gets this tag.",
        "Was du hier hinzufügst, bekommt diesen Tag.",
    ],
    "nothing open hint": ["Type what comes next.", "Was kommt als Nächstes?"],
    "nothing done hint": [
        "A tick brings a to-do here.",
        "Ein Haken bringt eine Aufgabe hierher.",
    ],
    "tag": ["Tag", "Tag"],
    "tags": ["Tags", "Tags"],
    "add tag": ["Add tag", "Tag hinzufügen"],
    "remove tag": ["Remove tag {it}", "Tag {it} entfernen"],
    "tag wrong": [
        "A tag has no space, # or comma, and at most 40 characters.",
        "Ein Tag hat kein Leerzeichen, # oder Komma und höchstens 40 Zeichen.",
    ],
    "tags full": ["At most 10 tags.", "Höchstens 10 Tags."],
    "rename": ["Rename", "Umbenennen"],
    "delete tag": ["Delete tag", "Tag löschen"],
    "new name": ["New name", "Neuer Name"],
    "selected": ["Selected", "Ausgewählt"],
    "n selected": ["{n} selected", "{n} ausgewählt"],
    "clear selection": ["Clear", "Aufheben"],
    "move to today": ["Move to today", "Auf heute verschieben"],
};
