/** Shown if a text contains no video link of any provider. */
export const NO_VALID_VIDEO = 'No valid video URL provided'

/** Shown if a lesson's video cannot be embedded. */
export const VIDEO_NOT_AVAILABLE = 'Video not available'
