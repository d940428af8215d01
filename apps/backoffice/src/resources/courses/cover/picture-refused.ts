/** Thrown if a picture cannot be a cover. The message is shown to people. */
export class PictureRefused extends Error {}
