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
  /**
   * The name of the sender; for administrators, the email of a person without a name. Null if the account was deleted.
   */
  sender: orNull(string),
  /** The name of the only person to whom it was sent; null if it was sent to everybody in the cohort. */
  to: orNull(string),
  /** The numbers of people to whom it was sent, to whom it was also mailed, and who have read it. */
  people: number,
  mails: number,
  read: number,
})
/** A message that staff sent to a cohort (rules/cohorts#messages); the moment is an ISO date. */
export type CohortMessage = Answer<typeof parseMessage>

/** The list of messages to a cohort, the newest first. */
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
/** The number of people whom a message reaches, and of those who also get it by mail. */
export type MessageReach = Answer<typeof parseMessageReach>

/** Counts the people whom a message would reach now. Fails with a DataError: `42501`, `PT404`. */
export async function countCohortMessage(
  client: Caller,
  { id, personId }: { id: string; personId?: string },
  signal: AbortSignal,
): Promise<MessageReach> {
  const asked = { cohort_id: id, ...(personId && { user_id: personId }) }
  const call = client.rpc('count_cohort_message', asked, { get: true })
  return parseMessageReach(unwrap(await call.abortSignal(signal)))
}

/** A message in the form. */
export interface MessageDraft {
  title: string
  message: string
}

/** A message to send to a cohort, or to one of its people. */
export interface MessageToSend extends MessageDraft {
  /** The id of the cohort. */
  id: string
  personId?: string
  operationId: string
}

/** The maximum lengths that the database accepts, in characters. */
export const MESSAGE_LIMITS = { title: 100, message: 2000 } as const

/** Returns the errors of a message by field; an empty object if it can be sent. */
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
 * Sends a message to the people of a cohort, or to one of them. Repeating the call with the same operation id sends
 * nothing more. Throws DataError: `42501`, `PT404`, `PT409` for another text under that id, `PT422` if the cohort has
 * no people.
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
  /** The name; for administrators, the email of a person without a name. */
  name: string,
  /** When the person has read it, as an ISO date; null if not yet. */
  read_at: orNull(string),
})
/** A person to whom a message was sent. */
export type MessageReader = Answer<typeof parseReader>

export const parseMessageReaders = listOf(parseReader)

/** Reads to whom a message was sent, in the order in which people have read it. Fails with a DataError: `42501`. */
export async function readMessageReaders(
  client: Caller,
  { id }: { id: string },
  signal: AbortSignal,
): Promise<MessageReader[]> {
  const call = client.rpc('cohort_message_readers', { message_id: id }, { get: true })
  return parseMessageReaders(unwrap(await call.abortSignal(signal)))
}

/** Returns how many people a message reaches: `30 people, 12 of them by email, too`. */
export function reachText({ people, mails }: MessageReach): string {
  const who = formatPeople(people)
  if (mails === 0) return who
  if (mails < people) return `${who}, ${formatNumber(mails)} of them by email, too`
  return `${who}, ${people === 1 ? '' : 'all '}by email, too`
}
