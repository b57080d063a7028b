/** The worker's few texts; those of the page are another file. */

/** @typedef {typeof words.en} Words */

export const words = {
    en: {
        done: "Done",
        later: "In an hour",
        unread: "A reminder that this version cannot read.",
    },
    de: {
        done: "Erledigt",
        later: "In einer Stunde",
        unread: "Eine Erinnerung, die diese Version nicht lesen kann.",
    },
};
