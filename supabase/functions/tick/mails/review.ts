import { fieldOf } from '../../_shared/answer.ts'
import type { MailContent } from '../../_shared/mail-content.ts'

/**
 * Tells a person that their work was reviewed, without what the review says (rules/assignments#mails).
 * @param content answer of `private.due_review_mail()`
 * @param functionsUrl public address of the edge functions, without a slash at the end
 */
export function review(content: unknown, siteUrl: string, functionsUrl: string): MailContent {
  const lesson = String(fieldOf(content, 'lesson'))
  const course = String(fieldOf(content, 'course'))
  const passed = fieldOf(content, 'passed') === true
  const secret = encodeURIComponent(String(fieldOf(content, 'unsubscribe')))
  return {
    to: String(fieldOf(content, 'to')),
    subject: passed ? `Passed: ${lesson}` : `Your work came back: ${lesson}`,
    preview: passed ? 'Your work has passed.' : 'Please go on with it.',
    parts: [
      {
        paragraph: passed
          ? `Your work on "${lesson}" in ${course} has passed.`
          : `Your work on "${lesson}" in ${course} was reviewed. Please go on with it.`,
      },
      { button: 'Open the review', href: `${siteUrl}${fieldOf(content, 'path')}` },
    ],
    note: 'You receive this email because you handed in this work and want to hear of reviews by email.',
    unsubscribe: {
      page: `${siteUrl}/unsubscribe#${secret}`,
      address: `${functionsUrl}/unsubscribe/${secret}`,
    },
  }
}
