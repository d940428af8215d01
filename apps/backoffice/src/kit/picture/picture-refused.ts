/** The error for a picture that cannot be used. Its message is shown to people. */
export class PictureRefused extends Error {}
