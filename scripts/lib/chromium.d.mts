/**
 * The path of a Chromium: the CHROMIUM variable, an installed one, Playwright's own, or one installed
 * now. Throws an Error with what to do when there is none.
 */
export function findChromium(): string
