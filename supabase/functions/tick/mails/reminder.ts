import { fieldOf } from '../../_shared/answer.ts'
import type { LinkedLine, MailContent } from '../../_shared/mail-content.ts'

/** The verb of each kind of reminder. */
const VERBS: Record<string, string> = { DUE: 'Due', OPENS: 'Opens', BEGINS: 'Begins' }

/**
 * Tells a person, a day before, what is due, opens, or begins (rules/notifications#reminders).
 * @param content answer of `private.due_reminder_mail()`
 * @param functionsUrl public address of the edge functions, without a slash at the end
 */
export function reminder(content: unknown, siteUrl: string, functionsUrl: string): MailContent {
  const list = fieldOf(content, 'things')
  const lines = (Array.isArray(list) ? list : []).map((thing) => lineOf(thing, siteUrl))
  const [first] = lines
  const secret = encodeURIComponent(String(fieldOf(content, 'unsubscribe')))
  return {
    to: String(fieldOf(content, 'to')),
    subject: lines.length > 1 ? `${lines.length} things come up` : `Coming up: ${first?.label}`,
    preview: lines.map(({ label }) => label).join(', '),
    parts: [{ links: lines }],
    note: 'You receive this email because you are in a cohort and want to hear a day before what comes. Your profile says which of it, and when.',
    unsubscribe: {
      page: `${siteUrl}/unsubscribe#${secret}`,
      address: `${functionsUrl}/unsubscribe/${secret}`,
    },
  }
}

function lineOf(thing: unknown, siteUrl: string): LinkedLine {
  const [title, place] = [fieldOf(thing, 'title'), fieldOf(thing, 'place')]
  const lessons = Number(fieldOf(thing, 'lessons'))
  const happens = `${VERBS[String(fieldOf(thing, 'kind'))]} ${fieldOf(thing, 'when')}`
  return {
    label: lessons > 1 ? `${lessons} lessons of ${title}` : String(title),
    href: `${siteUrl}${fieldOf(thing, 'path')}`,
    more: typeof place === 'string' ? `${happens}. ${place}` : happens,
  }
}
