/** Texts about conflicts, about a server without room, and about an undo that is not possible. */

export const conflictTexts = {
    "changed elsewhere": ["Changed elsewhere", "Anderswo geändert"],
    "changed elsewhere n": ["Changed elsewhere ({n})", "Anderswo geändert ({n})"],
    "conflict rules": [
        "Changes to different parts of a to-do are all kept. If two devices changed the same part, the one that arrives last counts; what it replaced is kept under “Changed elsewhere” and comes back with one tap. A deletion counts only if nobody changed the to-do meanwhile; a tick or a move is no change.",
        "Änderungen an verschiedenen Teilen einer Aufgabe bleiben alle erhalten. Haben zwei Geräte denselben Teil geändert, gilt, was zuletzt ankommt; was es ersetzt hat, steht unter „Anderswo geändert“ und kommt mit einem Tippen zurück. Löschen gilt nur, wenn inzwischen niemand die Aufgabe geändert hat; Abhaken oder Verschieben ist keine Änderung.",
    ],
    "replaced by": ["{part}: {lost} – replaced by {by}", "{part}: {lost} – ersetzt durch {by}"],
    "kept line": [
        "Deleted here, changed elsewhere: it is kept.",
        "Hier gelöscht, anderswo geändert: Die Aufgabe bleibt.",
    ],
    "revived line": [
        "Deleted elsewhere, changed here: it is there again.",
        "Anderswo gelöscht, hier geändert: Die Aufgabe ist wieder da.",
    ],
    "gone line": [
        "Ticked here, deleted elsewhere: it is gone.",
        "Hier abgehakt, anderswo gelöscht: Die Aufgabe ist weg.",
    ],
    "refused because": ["Refused by the server: {reason}", "Vom Server abgelehnt: {reason}"],
    "put back": ["Put back", "Zurückholen"],
    "no room": ["No room on the server", "Kein Platz auf dem Server"],
    "full": [
        "The server has no room for “{it}”. It is kept here and sent when something is deleted.",
        "Der Server hat keinen Platz für „{it}“. Es bleibt hier und wird gesendet, sobald etwas gelöscht ist.",
    ],
    "not undone": ["Not undone: {it}.", "Nicht rückgängig gemacht: {it}."],
    "not redone": ["Not redone: {it}.", "Nicht wiederhergestellt: {it}."],
    "was changed": ["“{it}” was changed elsewhere", "„{it}“ wurde anderswo geändert"],
    "was deleted": ["“{it}” was deleted elsewhere", "„{it}“ wurde anderswo gelöscht"],
    "and more": ["and {n} more", "und {n} weitere"],
    "undo again": ["Undo again takes back: {it}.", "Als Nächstes wird zurückgenommen: {it}."],
};
