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
    subject: total === 1 ? 'A background job failed' : `${total} background jobs failed`,
    preview: 'See why and try again.',
    parts: [
      { paragraph: 'These jobs were retried for a day and still failed:' },
      { bullets: kinds.map((kind) => `${fieldOf(kind, 'label')} (${fieldOf(kind, 'pieces')})`) },
      { button: 'See why', href: `${siteUrl}${fieldOf(content, 'path')}` },
    ],
    note: 'You receive this email because you manage this site. It is sent on the morning after jobs fail.',
  }
}
