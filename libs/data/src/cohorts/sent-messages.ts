import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { unwrap } from '../errors'
import { list, number, object, string, stringOrNull } from '../json'
import { defineList, matching } from '../lists/define-list'
import { textLength } from '../notifications/admin-draft'
import { formatNumber, formatPeople } from '../wording'

type Caller = Pick<DataClient, 'rpc'>

/** A message that staff sent to a cohort (rules/cohorts#messages); the moment is an ISO date. */
export interface CohortMessage {
  id: string
  title: string
  message: string
  created_at: string
  /** Name; to administrators, the email of a person without one. Null if the account was deleted. */
  sender: string | null
  /** The one person to whom it was written; null: everybody in the cohort. */
  to: string | null
  /** How many people it went to, to how many of them by email, and how many have read it. */
  people: number
  mails: number
  read: number
}

/** The messages to one cohort, the newest first. */
export const COHORT_MESSAGE_LIST = defineList({
  resource: 'cohort_messages',
  calls: 'cohort_message_list',
  get: true,
  pageSize: 20,
  filters: {},
  permanent: { cohort_id: matching(/./, (cohort_id) => ({ cohort_id })) },
  parse: (page) => ({ data: list(page.messages).map(parseMessage), total: number(page.total) }),
})

function parseMessage(json: Json): CohortMessage {
  const row = object(json)
  return {
    id: string(row.id),
    title: string(row.title),
    message: string(row.message),
    created_at: string(row.created_at),
    sender: stringOrNull(row.sender),
    to: stringOrNull(row.to ?? null),
    people: number(row.people),
    mails: number(row.mails),
    read: number(row.read),
  }
}

/** How many people a message reaches, and how many of them by email, too. */
export type MessageReach = Pick<CohortMessage, 'people' | 'mails'>

/** Counts whom a message would reach now. Fails with a DataError: `42501`, `PT404`. */
export async function countCohortMessage(
  client: Caller,
  { id, personId }: { id: string; personId?: string },
  signal: AbortSignal,
): Promise<MessageReach> {
  const asked = { cohort_id: id, ...(personId && { user_id: personId }) }
  const call = client.rpc('count_cohort_message', asked, { get: true })
  const { people, mails } = object(unwrap(await call.abortSignal(signal)))
  return { people: number(people), mails: number(mails) }
}

/** A message as it was written. */
export interface MessageDraft {
  title: string
  message: string
}

/** A message on its way to a cohort, or to one of its people. */
export interface MessageToSend extends MessageDraft {
  /** The cohort. */
  id: string
  personId?: string
  operationId: string
}

/** The most that the database accepts. */
export const MESSAGE_LIMITS = { title: 100, message: 2000 } as const

/** Returns what is wrong with a message, by field; empty if it can be sent. */
export function messageErrors({ title, message }: MessageDraft): Partial<MessageDraft> {
  const errors: Partial<MessageDraft> = {}
  const length = (text: string) => textLength(text.trim())
  if (length(title) === 0) errors.title = 'Title is required'
  else if (length(title) > MESSAGE_LIMITS.title) {
    errors.title = 'Title must be at most 100 characters'
  }
  if (length(message) === 0) errors.message = 'Message is required'
  else if (length(message) > MESSAGE_LIMITS.message) {
    errors.message = 'Message must be at most 2,000 characters'
  }
  return errors
}

/**
 * Sends a message to the people of a cohort, or to one of them; a repeated call with the same operation id sends nothing more. Throws
 * DataError: `42501`, `PT404`, `PT409` for another text under that id, `PT422` if nobody is in the cohort.
 */
export async function sendCohortMessage(
  client: Caller,
  { id, personId, title, message, operationId }: MessageToSend,
): Promise<MessageReach> {
  const args = {
    ...{ cohort_id: id, title, message, operation_id: operationId },
    ...(personId && { user_id: personId }),
  }
  const { people, mails } = object(unwrap(await client.rpc('send_cohort_message', args)))
  return { people: number(people), mails: number(mails) }
}

/** A person to whom a message went. */
export interface MessageReader {
  id: string
  /** Name; to administrators, the email of a person without one. */
  name: string
  /** ISO date; null if they have not read it. */
  read_at: string | null
}

/** Returns to whom a message went, in the order in which they read it. Fails with a DataError: `42501`. */
export async function readMessageReaders(
  client: Caller,
  { id }: { id: string },
  signal: AbortSignal,
): Promise<MessageReader[]> {
  const call = client.rpc('cohort_message_readers', { message_id: id }, { get: true })
  return list(unwrap(await call.abortSignal(signal))).map((json) => {
    const row = object(json)
    return { id: string(row.id), name: string(row.name), read_at: stringOrNull(row.read_at) }
  })
}

/** Returns whom a message reaches: `30 people, 12 of them by email, too`. */
export function reachText({ people, mails }: MessageReach): string {
  const who = formatPeople(people)
  if (mails === 0) return who
  if (mails < people) return `${who}, ${formatNumber(mails)} of them by email, too`
  return `${who}, ${people === 1 ? '' : 'all '}by email, too`
}
