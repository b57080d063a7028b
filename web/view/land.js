/** placeholder */
export const land = "";
