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
    "file large": ["The file is too large for the server.", "Die Datei ist dem Server zu groß."],
    "file no room": [
        "The server has no room for these to-dos.",
        "Der Server hat keinen Platz für diese Aufgaben.",
    ],
};
