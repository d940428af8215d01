import type { Json } from '../database.gen'
import { boolean, list, number, object, string, stringOrNull } from '../json'

/** A post or a reply. Of its author nothing but the name (rules/communities#feed). */
export interface Post {
  id: string
  /** ISO date. */
  at: string
  /** Deleted: nothing else is known about it. */
  gone: boolean
  /** Null without a name, or without an account any more. */
  author: string | null
  /** The account behind it has been deleted. */
  former: boolean
  /** Written by a moderator of the community. */
  leads: boolean
  mine: boolean
  body: string
  /** The body goes on; the thread has it whole. */
  cut: boolean
  edited: boolean
  /** By the person who reads. */
  reported: boolean
  /** Open reports; 0 for people who do not moderate. */
  reports: number
  /** On its way to the server. */
  pending: boolean
}

/** A post with its replies, or the latest of them, oldest first. */
export interface Thread extends Post {
  /** How many replies there are in all. */
  replies: number
  latest: Post[]
}

/** Reads a post of an answer; throws DataError `MALFORMED` when it is something else. */
export function parsePost(json: Json | undefined): Post {
  const row = object(json)
  const known = { id: string(row.id), at: string(row.at), gone: boolean(row.gone), pending: false }
  if (known.gone) return { ...known, ...UNKNOWN }
  return {
    ...known,
    author: stringOrNull(row.author),
    former: boolean(row.former),
    leads: boolean(row.leads),
    mine: boolean(row.mine),
    body: string(row.body),
    cut: boolean(row.cut),
    edited: boolean(row.edited),
    reported: boolean(row.reported),
    reports: number(row.reports),
  }
}

/** Reads a thread of the feed; throws DataError `MALFORMED` when it is something else. */
export function parseThread(json: Json): Thread {
  const row = object(json)
  return {
    ...parsePost(json),
    replies: number(row.replies),
    latest: list(row.latest).map(parsePost),
  }
}

/** A post that was written a moment ago and is on its way. */
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

/** Who wrote a post, in words: people who deleted their account are not named any more. */
export function authorName({ author, former }: Pick<Post, 'author' | 'former'>): string {
  return former ? 'Former member' : author?.trim() || 'Unnamed User'
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** From here on a date says more than a number of days. */
const DATED_FROM_MS = 7 * DAY_MS

/**
 * How long ago something was said: Just now under a minute, then Nm, Nh and Nd ago (rules/interface#dates), and
 * from a week on the date. In: an ISO date and the present in milliseconds.
 */
export function postTime(at: string, now: number): string {
  const ago = now - Date.parse(at)
  if (ago < MINUTE_MS) return 'Just now'
  if (ago < HOUR_MS) return `${Math.floor(ago / MINUTE_MS)}m ago`
  if (ago < DAY_MS) return `${Math.floor(ago / HOUR_MS)}h ago`
  if (ago < DATED_FROM_MS) return `${Math.floor(ago / DAY_MS)}d ago`
  return dated.format(Date.parse(at))
}

const dated = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

/** Characters that a post may have; the database counts them the same way. */
export const MAX_POST_LENGTH = 10_000

/** From how many characters left on the composer counts them. */
const COUNTED_FROM = 500

/** In: what was typed. Out: characters left, negative when there are too many; null while there are plenty. */
export function charactersLeft(text: string): number | null {
  const left = MAX_POST_LENGTH - [...text.trim()].length
  return left > COUNTED_FROM ? null : left
}

/** Whether what was typed can be sent. */
export function isSendable(text: string): boolean {
  return text.trim() !== '' && (charactersLeft(text) ?? 0) >= 0
}
