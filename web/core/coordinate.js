/** Coordinates as text: `51.2, 6.7`, `51,2; 6,7`, `geo:51.2,6.7`. */

/** @import { Coordinate } from "../types.d.ts" */

const number = "[+-]?\\d{1,3}(?:\\.\\d+)?(?:e-\\d+)?";
const patterns = [
    new RegExp(`^geo:(${number}),(${number})(?:[,;?].*)?$`, "i"),
    new RegExp(`^(${number})\\s*[,;\\s]\\s*(${number})$`, "i"),
    // With decimal commas.
    /^([+-]?\d{1,3},\d+)\s*[;\s]\s*([+-]?\d{1,3},\d+)$/,
];

/** @param {string} text @returns {Coordinate | null} */
export function readCoordinate(text) {
    const match = patterns.map((pattern) => pattern.exec(text.trim())).find((match) => match);
    if (!match) return null;
    const [latitude, longitude] = match.slice(1, 3).map((part) => Number(part.replace(",", ".")));
    return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

/** @param {Coordinate} coordinate @returns {string} such as "51.2, 6.7" */
export const coordinateText = ({ latitude, longitude }) => `${latitude}, ${longitude}`;
