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
  /** Whether the post was deleted. All other fields are empty then. */
  gone: boolean,
})
const parseWhole = both(
  parseKnown,
  shape({
    /** The name of the author; null if there is none or the account was deleted. */
    author: orNull(string),
    /** Whether the author's account was deleted. */
    former: boolean,
    /** Whether the author is a moderator of the community. */
    leads: boolean,
    mine: boolean,
    body: string,
    /** Whether the body is only the beginning of the text; the page of the thread has the whole text. */
    cut: boolean,
    edited: boolean,
    /** Whether the person has reported the post. */
    reported: boolean,
    /** The number of open reports; 0 for people who are not moderators. */
    reports: number,
  }),
)
/** A post or a reply. It contains the name of its author, and no other data of the author (rules/communities#feed). */
export type Post = Answer<typeof parseWhole> & {
  /** Whether the server has not acknowledged the post yet. */
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

/** Parses a post. If it was deleted, the answer contains only its id and its time. */
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
/** A post with its replies, or with the latest of them, oldest first. */
export type Thread = Answer<typeof parseThread>

/** Creates a post to show while it is being sent. */
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

/** Returns the name to show for the author. People who have deleted their account are not named. */
export function authorName({ author, former }: Pick<Post, 'author' | 'former'>): string {
  return former ? 'Former member' : author?.trim() || 'Unnamed User'
}

/** From this age on, in milliseconds, the date is shown instead of the number of days. */
const DATED_FROM_MS = 7 * 24 * 60 * 60_000

/**
 * Formats how long ago a post was written: Just now, then Nm ago, Nh ago, and Nd ago (rules/interface#dates), and after
 * a week the date. Takes an ISO date and the current time in milliseconds.
 */
export function postTime(at: string, now: number): string {
  const ago = now - Date.parse(at)
  return ago < DATED_FROM_MS ? relativeTime(at, now) : localDay(at)
}

/** The maximum number of characters of a post, counted as in the database. */
export const MAX_POST_LENGTH = 10_000

/** From this number of remaining characters on, the form shows the number. */
const COUNTED_FROM = 500

/** Returns the number of remaining characters, negative if there are too many; null if it need not be shown. */
export function charactersLeft(text: string): number | null {
  const left = MAX_POST_LENGTH - [...text.trim()].length
  return left > COUNTED_FROM ? null : left
}

/** Returns whether a text can be sent. */
export function isSendable(text: string): boolean {
  return text.trim() !== '' && (charactersLeft(text) ?? 0) >= 0
}
