/** A file that a text may name as `lesson-files/<path>` (rules/files#truth). */
export interface TextFile {
  path: string
  /** The name that learners read and that a download gets. */
  name: string
  /** Bytes. */
  size: number
  type: string
  /** Pixels; null for a file that is no picture. */
  width: number | null
  height: number | null
  /** The alternative text of a picture, used if the Markdown has none. */
  alt: string
}

/** The current addresses of files. */
export interface FileAddresses {
  /** Addresses by the file's path. */
  found: ReadonlyMap<string, string>
  /** True if the server did not answer. If it did, a file without an address no longer exists. */
  away: boolean
}

/**
 * Returns the addresses, new ones for those that have expired. `failed` is an address that has just failed. Never
 * rejects.
 */
export type ReadAddresses = (failed?: string) => Promise<FileAddresses>

/** A picture that a person enlarges. */
export interface EnlargedPicture {
  path: string
  address: string
  /** The alternative text of the Markdown or of the file. */
  alt: string
}

/** Shown instead of a file that storage or the lesson no longer has. */
export const FILE_GONE = 'This file no longer exists'
/** Shown instead of a file that is not in the offline cache. */
export const FILE_NEEDS_CONNECTION = 'This file needs a connection'
