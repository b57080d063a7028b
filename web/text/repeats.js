/** The words of a rule: "every 2 weeks on Monday and Thursday". */

import { readDay } from "../core/calendar.js";
import { presetOf, weekdays } from "../core/repeats.js";
import { currentLanguage, fullDay, listed, t, weekdayName } from "./text.js";

/** @import { Key } from "./text.js" */
/** @import { Repetition } from "../types.d.ts" */

/** @param {Repetition} rule @returns {string} such as "every 3 days after completion" */
export function repeatText(rule) {
    const day = rule.until && readDay(rule.until);
    const text = rule.from === "done"
        ? t("rule from done", { rule: everyText(rule) })
        : onText(rule);
    return day ? t("rule until", { rule: text, date: fullDay(day) }) : text;
}

/** @param {Repetition} rule */
function everyText({ frequency, interval: n = 1 }) {
    return n === 1 ? t(`every ${frequency}`) : t(`every n ${frequency}`, { n });
}

/** @param {Repetition} rule */
function onText(rule) {
    const { frequency, interval, byDay, byMonthDay } = rule;
    const every = everyText(rule);
    if (byMonthDay) {
        const isLast = byMonthDay === 31 && frequency === "monthly";
        const day = isLast ? t("last day") : ordinalText(byMonthDay);
        return t("rule on day", { rule: every, day });
    }
    if (!byDay) return every;
    if (frequency === "monthly") {
        return t("rule on day", { rule: every, day: nthText(byDay[0]) });
    }
    if (presetOf({ frequency, interval, byDay }) === "weekdays") return t("every weekday");
    const days = listed(byDay.map(dayName));
    return interval ? t("rule on", { rule: every, days }) : t("every of", { days });
}

/** @param {string} day */
const dayName = (day) => weekdayName(weekdays.indexOf(day.slice(-2)), "longWeekday");

/** @param {string} day such as -1fr */
const nthText = (day) => t(/** @type {Key} */ (`nth ${day.slice(0, -2)}`), { day: dayName(day) });

/** @param {number} n */
function ordinalText(n) {
    const form = new Intl.PluralRules(currentLanguage(), { type: "ordinal" }).select(n);
    return t(/** @type {Key} */ (`ordinal ${form}`), { n });
}
