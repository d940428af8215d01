import type { Database } from '../database.gen'
import { newId } from '../device/new-id'
import { storedPath } from '../files/stored-file'
import { isAppPath } from '../links/external-link'
import { isWebLink } from '../links/web-link'
import { characterCount, LIMITS } from '../records/limits'

type AttachmentRow = Database['public']['Tables']['lesson_attachments']['Row']

/**
 * A title, and a link or what names a stored file; an id that starts with `temp-` is not in the database yet
 * (rules/courses#attachments).
 */
export type AttachmentValues = Pick<AttachmentRow, 'id' | 'title' | 'url'>

/** The most that a lesson has. */
export const MOST_ATTACHMENTS = 50

/** A row that is new to the lesson. */
export const newAttachment = (title = ''): AttachmentValues => ({
  id: `temp-${newId()}`,
  title,
  url: '',
})

/** In: a file's name. Out: what the attachment is called until a person says otherwise: the name without its ending. */
export function attachmentTitle(fileName: string): string {
  const base = fileName.replace(/\.[a-z0-9]{1,10}$/i, '').trim() || fileName
  return Array.from(base).slice(0, LIMITS.title).join('')
}

/** The attachments as they are stored: trimmed, empty rows left out. */
export function lessonAttachments(attachments: readonly AttachmentValues[]): AttachmentValues[] {
  return attachments
    .map(({ id, title, url }) => ({ id, title: title.trim(), url: url.trim() }))
    .filter(({ id, title, url }) => title !== '' || url !== '' || !id.startsWith('temp-'))
}

/** What is wrong with one attachment, part by part, in the database's words. */
export function attachmentErrors({ id, title, url }: AttachmentValues): {
  title: string | null
  url: string | null
} {
  if (id.startsWith('temp-') && title.trim() === '' && url.trim() === '') {
    return { title: null, url: null }
  }
  return { title: attachmentTitleError(title.trim()), url: attachmentUrlError(url.trim()) }
}

/** The first thing that is wrong with them, or null. */
export function attachmentsError(attachments: readonly AttachmentValues[]): string | null {
  if (lessonAttachments(attachments).length > MOST_ATTACHMENTS) {
    return `A lesson has at most ${MOST_ATTACHMENTS} attachments`
  }
  const first = attachments.map(attachmentErrors).find(({ title, url }) => title ?? url)
  return first ? (first.title ?? first.url) : null
}

function attachmentTitleError(title: string): string | null {
  if (title === '') return 'Attachment title is required'
  return isLonger(title, LIMITS.title)
    ? `Attachment title must be less than ${LIMITS.title} characters`
    : null
}

/** A link on the web, a path on this origin, or a stored file: what the database accepts. */
function attachmentUrlError(url: string): string | null {
  const path = isAppPath(url) && !/[\s\\<>"]/.test(url) && !isLonger(url, LIMITS.link)
  return path || isWebLink(url) || storedPath(url) !== null ? null : 'Please enter a valid URL'
}

/** Whether a text has more characters than that. They are counted one by one only where their number is in doubt. */
export function isLonger(text: string, limit: number): boolean {
  return text.length > limit && characterCount(text) > limit
}
