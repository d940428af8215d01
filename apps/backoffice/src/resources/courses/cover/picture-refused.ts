/** Why something is no picture for a cover; the sentence is for people. */
export class PictureRefused extends Error {}
