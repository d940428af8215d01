/**
 * The maximum number of files and bytes to read, so that nobody imports a whole disk by accident. A course of 5,000
 * lessons and 1,000 modules, the most that the database accepts, exports 6,001 files without exercises.
 */
export const READING_LIMITS = {
  files: 10_000,
  fileBytes: 4 * 1024 * 1024,
  totalBytes: 32 * 1024 * 1024,
  /** The limit for a text with embedded pictures. */
  embeddedBytes: 128 * 1024 * 1024,
  assetBytes: 512 * 1024 * 1024,
}
