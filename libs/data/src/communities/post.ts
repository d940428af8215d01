import {
  type Answer,
  boolean,
  both,
  listOf,
  number,
  orNull,
  type Schema,
  shape,
  string,
} from '../json'
import { localDay, relativeTime } from '../time/moment-text'

const parseKnown = shape({
  id: string,
  /** ISO date. */
  at: string,
  /** Whether it was deleted; all other fields are empty then. */
  gone: boolean,
})
const parseWhole = both(
  parseKnown,
  shape({
    /** Null if the author has no name or the account was deleted. */
    author: orNull(string),
    /** Whether the author's account was deleted. */
    former: boolean,
    /** Whether a moderator of the community wrote it. */
    leads: boolean,
    mine: boolean,
    body: string,
    /** Whether the body is cut; the thread has all of it. */
    cut: boolean,
    edited: boolean,
    /** Whether the reader has reported it. */
    reported: boolean,
    /** The number of open reports; 0 for people who do not moderate. */
    reports: number,
  }),
)
/** A post or a reply. It contains only the name of its author (rules/communities#feed). */
export type Post = Answer<typeof parseWhole> & {
  /** Whether the server has not confirmed it yet. */
  pending: boolean
}

const UNKNOWN = {
  author: null,
  former: false,
  leads: false,
  mine: false,
  body: '',
  cut: false,
  edited: false,
  reported: false,
  reports: 0,
} as const

/** Reads a post, of which only the id and the time are known if it was deleted. */
export const parsePost: Schema<Post> = (answer) => {
  const known = parseKnown(answer)
  return { ...(known.gone ? { ...known, ...UNKNOWN } : parseWhole(answer)), pending: false }
}

export const parseThread = both(
  parsePost,
  shape({
    /** The number of all replies. */
    replies: number,
    latest: listOf(parsePost),
  }),
)
/** A post with its replies, or the latest of them, oldest first. */
export type Thread = Answer<typeof parseThread>

/** Creates a post that is on its way to the server. */
export function newPost(id: string, author: string | null, body: string, leads: boolean): Post {
  return {
    id,
    at: new Date().toISOString(),
    gone: false,
    author,
    former: false,
    leads,
    mine: true,
    body,
    cut: false,
    edited: false,
    reported: false,
    reports: 0,
    pending: true,
  }
}

/** Returns the author's name; people who deleted their account are no longer named. */
export function authorName({ author, former }: Pick<Post, 'author' | 'former'>): string {
  return former ? 'Former member' : author?.trim() || 'Unnamed User'
}

/** From this age on the date is shown instead of a number of days. */
const DATED_FROM_MS = 7 * 24 * 60 * 60_000

/**
 * Returns how long ago a post was written: Just now under a minute, then Nm, Nh and Nd ago (rules/interface#dates), and
 * after a week the date. Takes an ISO date and the current time in milliseconds.
 */
export function postTime(at: string, now: number): string {
  const ago = now - Date.parse(at)
  return ago < DATED_FROM_MS ? relativeTime(at, now) : localDay(at)
}

/** The most characters of a post; the database counts the same way. */
export const MAX_POST_LENGTH = 10_000

/** The composer shows the remaining characters from this number on. */
const COUNTED_FROM = 500

/** Returns the remaining characters, negative if there are too many; null while there are plenty. */
export function charactersLeft(text: string): number | null {
  const left = MAX_POST_LENGTH - [...text.trim()].length
  return left > COUNTED_FROM ? null : left
}

/** Returns whether a text can be sent. */
export function isSendable(text: string): boolean {
  return text.trim() !== '' && (charactersLeft(text) ?? 0) >= 0
}
