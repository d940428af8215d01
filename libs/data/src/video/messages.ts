/** Said where text holds no video that any provider has handed out. */
export const NO_VALID_VIDEO = 'No valid video URL provided'

/** Said where a lesson's video can't be embedded. */
export const VIDEO_NOT_AVAILABLE = 'Video not available'
