import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { type Answer, listOf, number, orNull, shape, string } from '../json'
import { defineList, matching, pageOf } from '../lists/define-list'
import { textLength } from '../notifications/admin-draft'
import { formatNumber, formatPeople } from '../wording'

type Caller = Pick<DataClient, 'rpc'>

const parseMessage = shape({
  id: string,
  title: string,
  message: string,
  created_at: string,
  /** Name; to administrators, the email of a person without one. Null if the account was deleted. */
  sender: orNull(string),
  /** The one person to whom it was written; null: everybody in the cohort. */
  to: orNull(string),
  /** How many people it went to, to how many of them by email, and how many have read it. */
  people: number,
  mails: number,
  read: number,
})
/** A message that staff sent to a cohort (rules/cohorts#messages); the moment is an ISO date. */
export type CohortMessage = Answer<typeof parseMessage>

/** The messages to one cohort, the newest first. */
export const COHORT_MESSAGE_LIST = defineList({
  resource: 'cohort_messages',
  calls: 'cohort_message_list',
  get: true,
  pageSize: 20,
  filters: {},
  permanent: { cohort_id: matching(/./, (cohort_id) => ({ cohort_id })) },
  parse: pageOf('messages', parseMessage),
})

export const parseMessageReach = shape({ people: number, mails: number })
/** How many people a message reaches, and how many of them by email, too. */
export type MessageReach = Answer<typeof parseMessageReach>

/** Counts whom a message would reach now. Fails with a DataError: `42501`, `PT404`. */
export async function countCohortMessage(
  client: Caller,
  { id, personId }: { id: string; personId?: string },
  signal: AbortSignal,
): Promise<MessageReach> {
  const asked = { cohort_id: id, ...(personId && { user_id: personId }) }
  const call = client.rpc('count_cohort_message', asked, { get: true })
  return parseMessageReach(unwrap(await call.abortSignal(signal)))
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
  return parseMessageReach(unwrap(await client.rpc('send_cohort_message', args)))
}

const parseReader = shape({
  id: string,
  /** Name; to administrators, the email of a person without one. */
  name: string,
  /** ISO date; null if they have not read it. */
  read_at: orNull(string),
})
/** A person to whom a message went. */
export type MessageReader = Answer<typeof parseReader>

export const parseMessageReaders = listOf(parseReader)

/** Returns to whom a message went, in the order in which they read it. Fails with a DataError: `42501`. */
export async function readMessageReaders(
  client: Caller,
  { id }: { id: string },
  signal: AbortSignal,
): Promise<MessageReader[]> {
  const call = client.rpc('cohort_message_readers', { message_id: id }, { get: true })
  return parseMessageReaders(unwrap(await call.abortSignal(signal)))
}

/** Returns whom a message reaches: `30 people, 12 of them by email, too`. */
export function reachText({ people, mails }: MessageReach): string {
  const who = formatPeople(people)
  if (mails === 0) return who
  if (mails < people) return `${who}, ${formatNumber(mails)} of them by email, too`
  return `${who}, ${people === 1 ? '' : 'all '}by email, too`
}
