import { fieldOf } from '../../_shared/answer.ts'
import type { MailContent } from '../../_shared/mail-content.ts'

/**
 * Tells an administrator which jobs failed for good yesterday (rules/due-work#failing).
 * @param content answer of `private.due_failures_mail()`
 */
export function failedJobs(content: unknown, siteUrl: string): MailContent {
  const list = fieldOf(content, 'kinds')
  const kinds = Array.isArray(list) ? list : []
  const total = kinds.reduce((sum, kind) => sum + Number(fieldOf(kind, 'pieces')), 0)
  return {
    to: String(fieldOf(content, 'to')),
    subject:
      total === 1
        ? 'A piece of due work was given up'
        : `${total} pieces of due work were given up`,
    preview: 'See why, and try again.',
    parts: [
      { paragraph: 'What was tried for a day, and could not be done:' },
      { bullets: kinds.map((kind) => `${fieldOf(kind, 'label')} (${fieldOf(kind, 'pieces')})`) },
      { button: 'See why', href: `${siteUrl}${fieldOf(content, 'path')}` },
    ],
    note: 'You receive this because you look after the product. It comes on the morning after.',
  }
}
