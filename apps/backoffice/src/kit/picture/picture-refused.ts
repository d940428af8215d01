/** Thrown if a picture cannot be used. The message is shown to people. */
export class PictureRefused extends Error {}
