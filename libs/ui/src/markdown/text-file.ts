/** A file that a text may name as `lesson-files/<path>` (rules/files#truth). */
export interface TextFile {
  path: string
  /** What learners read, and what a download is called. */
  name: string
  /** Bytes. */
  size: number
  type: string
  /** Pixels, of a picture. */
  width: number | null
  height: number | null
  /** What a picture shows, where the text says nothing itself. */
  alt: string
}

/** Where files can be fetched at the moment. */
export interface FileAddresses {
  /** By the file's path. */
  found: ReadonlyMap<string, string>
  /** The server gave no answer: what is missing needs a connection, else it is not there any more. */
  away: boolean
}

/** Takes an address that has just failed, if one has; gives the addresses, new ones where they have ended. Never rejects. */
export type ReadAddresses = (failed?: string) => Promise<FileAddresses>

/** A picture that somebody wants to see larger. */
export interface EnlargedPicture {
  path: string
  address: string
  /** What it shows, as the text or the file says. */
  words: string
}

/** What stands in place of a file that storage or the lesson has no more. */
export const GONE = 'This file is not here any more.'
/** What stands in place of one that is not kept on this device. */
export const AWAY = 'This file needs a connection.'
