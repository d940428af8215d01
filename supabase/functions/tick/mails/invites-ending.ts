import { fieldOf } from '../../_shared/answer.ts'
import type { MailContent } from '../../_shared/mail-content.ts'

/**
 * Tells the sender of invites which of them end tomorrow (rules/invites#ending).
 * @param content answer of `private.due_invites_ending_mail()`
 */
export function invitesEnding(content: unknown, siteUrl: string): MailContent {
  const ending = fieldOf(content, 'ending')
  const all = Array.isArray(ending) ? ending.map(String) : []
  const [only] = all
  const shown = all.slice(0, 20)
  const more = all.length - shown.length
  return {
    to: String(fieldOf(content, 'to')),
    subject: all.length === 1 ? 'An invite ends soon' : `${all.length} invites end soon`,
    preview: 'Resend the invites that should stay open.',
    parts: [
      ...(all.length === 1
        ? [{ paragraph: `${only} has not accepted your invite yet.` }]
        : [
            { paragraph: 'These people have not accepted your invite yet:' },
            { bullets: more > 0 ? [...shown, `and ${more} more`] : shown },
          ]),
      { paragraph: 'If you resend an invite, it is valid again for as long as before.' },
      { button: 'Open invites', href: `${siteUrl}${fieldOf(content, 'path')}` },
    ],
    note: 'You receive this email because you sent the invites. It is sent once, on the day before they end.',
  }
}
