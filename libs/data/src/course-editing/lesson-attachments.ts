import type { Database } from '../database.gen'
import { newId } from '../device/new-id'
import { storedPath } from '../files/stored-file'
import { isAppPath } from '../links/external-link'
import { linkProblem, NO_LINK, typedLink } from '../links/typed-link'
import { isWebLink } from '../links/web-link'
import { characterCount, LIMITS } from '../records/limits'

type AttachmentRow = Database['public']['Tables']['lesson_attachments']['Row']

/**
 * An attachment: a title, and a link or the path of a stored file. An id that begins with `temp-` is not in the
 * database yet (rules/courses#attachments).
 */
export type AttachmentValues = Pick<AttachmentRow, 'id' | 'title' | 'url'>

/** The maximum number of attachments of a lesson. */
export const MAX_ATTACHMENTS = 50

/** Creates an attachment that is not in the database yet. */
export const newAttachment = (title = ''): AttachmentValues => ({
  id: `temp-${newId()}`,
  title,
  url: '',
})

/** Returns the default title of an attachment: the file's name without its extension. */
export function attachmentTitle(fileName: string): string {
  const base = fileName.replace(/\.[a-z0-9]{1,10}$/i, '').trim() || fileName
  return Array.from(base).slice(0, LIMITS.title).join('')
}

/** Returns the attachments to store: trimmed, without empty rows. */
export function lessonAttachments(attachments: readonly AttachmentValues[]): AttachmentValues[] {
  return attachments
    .map(({ id, title, url }) => ({ id, title: title.trim(), url: url.trim() }))
    .filter(({ id, title, url }) => title !== '' || url !== '' || !id.startsWith('temp-'))
}

/** Returns the errors in an attachment's title and link; null where there is none. */
export function attachmentErrors({ id, title, url }: AttachmentValues): {
  title: string | null
  url: string | null
} {
  if (id.startsWith('temp-') && title.trim() === '' && url.trim() === '') {
    return { title: null, url: null }
  }
  return { title: attachmentTitleError(title.trim()), url: typedUrlError(typedLink(url)) }
}

/** Returns the first error of the attachments, or null. */
export function attachmentsError(attachments: readonly AttachmentValues[]): string | null {
  if (lessonAttachments(attachments).length > MAX_ATTACHMENTS) {
    return `A lesson has at most ${MAX_ATTACHMENTS} attachments`
  }
  const first = attachments.map(attachmentErrors).find(({ title, url }) => title ?? url)
  return first ? (first.title ?? first.url) : null
}

/** Returns the database's sentence about an invalid title; null for a valid one. */
export function attachmentTitleError(title: string): string | null {
  if (title === '') return 'Attachment title is required'
  return isLonger(title, LIMITS.title)
    ? `Attachment title must be less than ${LIMITS.title} characters`
    : null
}

/**
 * Returns why learners could not open a typed link; null if they could. Paths on this origin and stored files need no
 * check.
 */
function typedUrlError(url: string): string | null {
  const refused = attachmentUrlError(url)
  return refused !== null || isWebLink(url) ? (linkProblem(url) ?? refused) : null
}

/**
 * Returns the database's sentence about an invalid link; null for a valid one. Valid are a link on the web, a path on
 * this origin, and a stored file.
 */
export function attachmentUrlError(url: string): string | null {
  const path = isAppPath(url) && !/[\s\\<>"]/.test(url) && !isLonger(url, LIMITS.link)
  return path || isWebLink(url) || storedPath(url) !== null ? null : NO_LINK
}

/**
 * Returns whether a text has more characters than the limit. Characters are counted only if the UTF-16 length exceeds
 * the limit, which saves time.
 */
export function isLonger(text: string, limit: number): boolean {
  return text.length > limit && characterCount(text) > limit
}
