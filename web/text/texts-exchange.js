/** Texts about files of other programs and about the calendar. */

export const exchangeTexts = {
    "reading": ["Reading …", "Lesen …"],
    "import new": ["{n} new", "{n} neu"],
    "import changed": ["{n} to be replaced", "{n} zu ersetzen"],
    "import unchanged": ["{n} there already", "{n} schon vorhanden"],
    "import skipped": ["{n} skipped", "{n} übersprungen"],
    "lost": ["Lost", "Geht verloren"],
    "skipped": ["Skipped", "Übersprungen"],
    "line": ["Line", "Zeile"],
    "number": ["No.", "Nr."],
    "one to-do": ["To-do", "Aufgabe"],
    "value": ["Value", "Wert"],
    "why": ["Why", "Grund"],
    "kept in notes": ["kept in the notes", "bleibt in den Notizen"],
    "calendar": ["Calendar", "Kalender"],
    "calendar text": [
        "What is due, in Google Calendar, Apple Calendar, Outlook or Thunderbird. It can only be read there.",
        "Was fällig ist, in Google Kalender, Apple Kalender, Outlook oder Thunderbird. Dort lässt es sich nur lesen.",
    ],
    "new address": ["New address", "Neue Adresse"],
    "address secret": [
        "Everybody who knows this address can read the calendar. It is shown only now.",
        "Wer diese Adresse kennt, kann den Kalender lesen. Sie wird nur jetzt gezeigt.",
    ],
    "calendar addresses": ["Addresses", "Adressen"],
    "made and used": ["made {made}, last used {used}", "erstellt {made}, zuletzt benutzt {used}"],
    "subscribe": ["Subscribe", "Abonnieren"],
    "copy": ["Copy", "Kopieren"],
    "copied": ["Copied", "Kopiert"],
    "copy by hand": [
        "The browser does not allow it. The address is selected.",
        "Der Browser erlaubt es nicht. Die Adresse ist ausgewählt.",
    ],
    "revoke": ["Revoke", "Widerrufen"],
    "no calendar": [
        "Without accounts, the calendar exists only on a server that answers to this computer alone.",
        "Ohne Konten gibt es den Kalender nur auf einem Server, der nur diesem Rechner antwortet.",
    ],
    "file large": ["The file is too large for the server.", "Die Datei ist dem Server zu groß."],
    "file no room": [
        "The server has no room for these to-dos.",
        "Der Server hat keinen Platz für diese Aufgaben.",
    ],
};
