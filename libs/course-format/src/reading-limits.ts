/**
 * The most files and bytes to read; more is not a course but a whole disk. A course of 5,000 lessons and 1,000 modules,
 * the most that the database accepts, has 6,001 files in an export without exercises.
 */
export const READING_LIMITS = {
  files: 10_000,
  fileBytes: 4 * 1024 * 1024,
  totalBytes: 32 * 1024 * 1024,
  /** A text with embedded pictures. */
  embeddedBytes: 128 * 1024 * 1024,
  assetBytes: 512 * 1024 * 1024,
}
