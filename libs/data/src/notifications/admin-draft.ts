import { isAppPath } from '../links/external-link'
import { isWebLink } from '../links/web-link'
import { formatNumber } from '../wording'
import type { NoticeType } from './notice'
import type { Audience, NotificationPerson, SentNotification } from './notification-list'

/** What the composer's form holds: text as typed, never null. */
export interface NotificationDraft {
  type: NoticeType
  title: string
  message: string
  actionUrl: string
  actionLabel: string
  important: boolean
  /** Local times as the browser's field has them, `YYYY-MM-DDTHH:mm`; empty for at once, and for no end. */
  publishAt: string
  expiresAt: string
}

/** To whom a draft goes. */
export interface Recipients {
  audience: Audience
  /** Of a specific user; null until one was chosen. */
  person: NotificationPerson | null
}

export const EMPTY_DRAFT: NotificationDraft = {
  type: 'info',
  title: '',
  message: '',
  actionUrl: '',
  actionLabel: '',
  important: false,
  publishAt: '',
  expiresAt: '',
}

/** Longest texts that the database takes, in characters. */
export const NOTIFICATION_LIMITS = { title: 100, message: 2000, actionLabel: 60 } as const

/** Fields that can be wrong, in the order in which they stand. */
export const DRAFT_FIELDS = [
  'recipient',
  'title',
  'message',
  'actionLabel',
  'actionUrl',
  'publishAt',
  'expiresAt',
] as const
export type DraftField = (typeof DRAFT_FIELDS)[number]
export type DraftErrors = Partial<Record<DraftField, string>>

/** No recipient was chosen (rules/notifications#draft). */
export const NO_RECIPIENT = 'Please select a recipient'

/** What a link may be, as a sentence. */
export const LINK_RULE =
  'Enter a path that starts with a single slash, such as /app/dashboard, or an address that starts with https:// or http://.'

/** Characters as the database counts them: an emoji is one. */
export function textLength(text: string): number {
  return [...text].length
}

/** Whether a link is one that the database takes: a path of this origin, or http(s). */
export function isActionUrl(link: string): boolean {
  if (isWebLink(link)) return true
  return isAppPath(link) && textLength(link) <= 2000 && !/[\s\p{Cc}\\<>"]/u.test(link)
}

/** The moment that a local time names, as an ISO date; null for an empty field. */
export function toInstant(local: string): string | null {
  const time = local === '' ? Number.NaN : new Date(local).getTime()
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

/** The reverse: a moment as the browser's field for a local time takes it, to the minute. */
export function toLocalInput(moment: string | null): string {
  if (moment === null) return ''
  const at = new Date(moment)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`
}

/** What the form shows of a notification that is to be edited, or said once more. */
export function draftFromNotification(notification: SentNotification): NotificationDraft {
  const { type, title, message, action_url, action_label, important } = notification
  return {
    type,
    title,
    message,
    actionUrl: action_url ?? '',
    actionLabel: action_label ?? '',
    important,
    publishAt: toLocalInput(notification.publish_at),
    expiresAt: toLocalInput(notification.expires_at),
  }
}

/** Whether two drafts say the same. */
export function isSameDraft(a: NotificationDraft, b: NotificationDraft): boolean {
  return JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort())
}

/**
 * What is wrong with a draft, field by field. In: the draft; to whom it goes, or null where
 * that is settled already; what it was before an edit, whose times are not asked again; the present in
 * milliseconds.
 */
export function draftErrors(
  draft: NotificationDraft,
  recipients: Recipients | null,
  before: NotificationDraft | null,
  now: number,
): DraftErrors {
  const errors: DraftErrors = {}
  const note = (field: DraftField, error: string | false) => {
    if (error) errors[field] ??= error
  }
  const long = (field: 'title' | 'message' | 'actionLabel', name: string) =>
    textLength(draft[field].trim()) > NOTIFICATION_LIMITS[field] &&
    `${name} must be at most ${formatNumber(NOTIFICATION_LIMITS[field])} characters`

  note(
    'recipient',
    recipients?.audience === 'specific' && recipients.person === null && NO_RECIPIENT,
  )
  note('title', draft.title.trim() === '' && 'Title is required')
  note('title', long('title', 'Title'))
  note('message', draft.message.trim() === '' && 'Message is required')
  note('message', long('message', 'Message'))
  note('actionLabel', long('actionLabel', 'Button text'))

  const url = draft.actionUrl.trim()
  note('actionUrl', url !== '' && !isActionUrl(url) && LINK_RULE)
  note(
    'actionUrl',
    url === '' && draft.actionLabel.trim() !== '' && 'A button needs a link to lead to.',
  )

  const [begins, ends] = [toInstant(draft.publishAt), toInstant(draft.expiresAt)]
  const past = (moment: string | null) => moment !== null && Date.parse(moment) <= now
  note(
    'publishAt',
    draft.publishAt !== before?.publishAt &&
      past(begins) &&
      'This time has passed. Leave it empty to send at once.',
  )
  note(
    'expiresAt',
    draft.expiresAt !== before?.expiresAt && past(ends) && 'The end has to lie in the future.',
  )
  note(
    'expiresAt',
    begins !== null &&
      ends !== null &&
      ends <= begins &&
      'The end has to lie behind the beginning.',
  )
  return errors
}
