import { fieldOf } from '../../_shared/answer.ts'
import type { MailContent } from '../../_shared/mail-content.ts'

/**
 * A message of staff to a cohort, as mail to one of its people (rules/cohorts#messages).
 * @param content answer of `private.due_cohort_message_mail()`
 * @param functionsUrl public address of the edge functions, without a slash at the end
 */
export function cohortMessage(
  content: unknown,
  siteUrl: string,
  functionsUrl: string,
): MailContent {
  const cohort = String(fieldOf(content, 'cohort'))
  const sender = fieldOf(content, 'sender')
  const secret = encodeURIComponent(String(fieldOf(content, 'unsubscribe')))
  return {
    to: String(fieldOf(content, 'to')),
    subject: String(fieldOf(content, 'title')),
    preview: `A message to ${cohort}`,
    parts: [
      {
        paragraph:
          typeof sender === 'string' ? `${sender} wrote to ${cohort}:` : `A message to ${cohort}:`,
      },
      ...paragraphsOf(String(fieldOf(content, 'message'))),
    ],
    note: `You receive this email because you are in ${cohort} and want messages to your cohorts by email.`,
    unsubscribe: {
      page: `${siteUrl}/unsubscribe#${secret}`,
      address: `${functionsUrl}/unsubscribe/${secret}`,
    },
  }
}

/** Blank lines separate paragraphs; other line breaks stay. */
function paragraphsOf(text: string): { written: string }[] {
  return text
    .trim()
    .replace(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .map((written) => ({ written }))
}
