/** Texts of the dialog «Remind me on this device». */

export const pushTexts = {
    "about": [
        "The server tells this device when the reminder of a to-do is due, also with everything closed.",
        "Der Server sagt diesem Gerät Bescheid, wenn an eine Aufgabe zu erinnern ist, auch wenn alles geschlossen ist.",
    ],
    "on": ["Reminders are on.", "Erinnerungen sind an."],
    "off": ["Reminders are off.", "Erinnerungen sind aus."],
    "denied": [
        "The browser blocks notifications of this page. Allow them in the browser’s settings for this site, then turn reminders on here.",
        "Der Browser blockiert Mitteilungen dieser Seite. Erlaube sie in den Einstellungen des Browsers für diese Seite, und schalte die Erinnerungen dann hier ein.",
    ],
    "home screen": [
        "On an iPhone or iPad, first add this page to the home screen (Share, Add to Home Screen), and open it from there.",
        "Auf einem iPhone oder iPad füge diese Seite zuerst zum Home-Bildschirm hinzu (Teilen, Zum Home-Bildschirm), und öffne sie von dort.",
    ],
    "insecure": [
        "The browser allows reminders only on a page that comes by HTTPS.",
        "Der Browser erlaubt Erinnerungen nur auf einer Seite, die über HTTPS kommt.",
    ],
    "unsupported": [
        "This browser has no push messages.",
        "Dieser Browser kennt keine Push-Nachrichten.",
    ],
    "not kept": [
        "You are signed in for this tab only. Reminders need “Stay signed in on this device”.",
        "Du bist nur in diesem Tab angemeldet. Erinnerungen brauchen „Auf diesem Gerät angemeldet bleiben“.",
    ],
    "no worker": [
        "The page could not install what shows reminders. Reload it, then try again.",
        "Die Seite konnte nicht einrichten, was Erinnerungen zeigt. Lade sie neu und versuche es noch einmal.",
    ],
    "not subscribed": [
        "The browser could not subscribe: {reason}",
        "Der Browser konnte sich nicht eintragen: {reason}",
    ],
    "not done": ["That did not work: {reason}", "Das ging nicht: {reason}"],
    "turn on": ["Turn on", "Einschalten"],
    "turn off": ["Turn off", "Ausschalten"],
    "test": ["Test", "Testen"],
    "test sent": [
        "A test is on its way. It says “Reminders work.”",
        "Ein Test ist unterwegs. Er lautet „Reminders work.“",
    ],
    "all with a time": ["All that has a time", "Alles mit einer Uhrzeit"],
    "all hint": [
        "What gets a time on this device is told at that time.",
        "Was auf diesem Gerät eine Uhrzeit bekommt, wird zu dieser Zeit gemeldet.",
    ],
    "others": ["Other devices and topics", "Andere Geräte und Themen"],
    "since": ["{host}, since {day}", "{host}, seit {day}"],
    "failed": ["last message failed: {error}", "letzte Nachricht schlug fehl: {error}"],
    "remove": ["Remove", "Entfernen"],
};
