import { isAppPath } from '../links/external-link'
import { linkProblem, NO_LINK, typedLink } from '../links/typed-link'
import { isWebLink } from '../links/web-link'
import { formatNumber } from '../wording'
import type { NoticeType } from './notice'
import type { Audience, NotificationPerson, SentNotification } from './notification-list'

/** The values of the form for a notification: texts as the person typed them, never null. */
export interface NotificationDraft {
  type: NoticeType
  title: string
  message: string
  actionUrl: string
  actionLabel: string
  important: boolean
  /** Local times in the browser's format, `YYYY-MM-DDTHH:mm`. An empty text means now, or no end. */
  publishAt: string
  expiresAt: string
}

/** The recipients of a draft. */
export interface Recipients {
  audience: Audience
  /** The id of the person if the notification is for one person; null until one is chosen. */
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

/** The maximum numbers of characters that the database accepts. */
export const NOTIFICATION_LIMITS = { title: 100, message: 2000, actionLabel: 60 } as const

/** The fields that can have errors, in the order of the form. */
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

/** Shown if the notification is for one person and none was chosen (rules/notifications#draft). */
export const NO_RECIPIENT = 'Please select a recipient'

/** A sentence that says which links are allowed. */
export const LINK_RULE =
  'Enter a path that starts with a single slash, such as /app/dashboard, or an address on the web, such as https://example.org.'

/** Counts characters as the database does, so that an emoji is one. */
export function textLength(text: string): number {
  return [...text].length
}

/** Returns whether the database accepts a link: a path of this origin, or http(s). */
export function isActionUrl(link: string): boolean {
  if (isWebLink(link)) return true
  return isAppPath(link) && textLength(link) <= 2000 && !/[\s\p{Cc}\\<>"]/u.test(link)
}

/** Returns an error if a link cannot be opened by others (rules/courses#typed-links); otherwise false. */
function actionUrlError(link: string): string | false {
  if (link === '' || (isActionUrl(link) && !isWebLink(link))) return false
  const problem = linkProblem(link)
  return problem === NO_LINK ? LINK_RULE : (problem ?? false)
}

/** Converts a local time to an ISO date; null for an empty field. */
export function toInstant(local: string): string | null {
  const time = local === '' ? Number.NaN : new Date(local).getTime()
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

/** Converts an ISO date to a local time in the browser's format, without seconds. */
export function toLocalInput(moment: string | null): string {
  if (moment === null) return ''
  const at = new Date(moment)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`
}

/** Returns the form's values for editing a notification or for sending it again. */
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

/** Returns whether two drafts are equal. */
export function isSameDraft(a: NotificationDraft, b: NotificationDraft): boolean {
  return JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort())
}

/**
 * Returns the errors of a draft by field. `recipients` is null in an edit, which cannot change them. `before` is the
 * draft before the edit: its times and its link are not checked again if they have not changed. `now` is in
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

  const url = typedLink(draft.actionUrl)
  note('actionUrl', draft.actionUrl !== before?.actionUrl && actionUrlError(url))
  note('actionUrl', url === '' && draft.actionLabel.trim() !== '' && 'A button needs a link.')

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
    draft.expiresAt !== before?.expiresAt && past(ends) && 'The end must be in the future.',
  )
  note(
    'expiresAt',
    begins !== null && ends !== null && ends <= begins && 'The end must be after the start.',
  )
  return errors
}
