import { fieldOf } from '../../_shared/answer.ts'
import type { MailContent } from '../../_shared/mail-content.ts'

/**
 * Tells a person that staff added them to a cohort (rules/cohorts#added).
 * @param content answer of `private.due_cohort_added_mail()`
 * @param functionsUrl public address of the edge functions, without a slash at the end
 */
export function cohortAdded(content: unknown, siteUrl: string, functionsUrl: string): MailContent {
  const cohort = String(fieldOf(content, 'cohort'))
  const begins = String(fieldOf(content, 'begins'))
  const secret = encodeURIComponent(String(fieldOf(content, 'unsubscribe')))
  return {
    to: String(fieldOf(content, 'to')),
    subject: `You are in ${cohort}`,
    preview: begins,
    parts: [
      { paragraph: `You were added to ${cohort}.` },
      { paragraph: begins },
      { button: 'See the cohort', href: `${siteUrl}${fieldOf(content, 'path')}` },
    ],
    note: `You receive this email because you are in ${cohort} and want emails about your cohorts.`,
    unsubscribe: {
      page: `${siteUrl}/unsubscribe#${secret}`,
      address: `${functionsUrl}/unsubscribe/${secret}`,
    },
  }
}
