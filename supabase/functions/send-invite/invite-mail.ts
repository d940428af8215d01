// Nothing of Deno or Node in here: the edge function and the embedded backend both run it.
import {
  bullets,
  escapeHtml,
  linkButton,
  mailBody,
  mailPage,
  paragraph,
} from '../_shared/mail-shell.ts'

/** An open invite, as `invite_by_token()` tells it to the holder of the token. */
export interface OpenInvite {
  token: string
  email: string
  /** The sender's name, null when they have none. */
  inviter: string | null
  /** Titles of the courses it opens. */
  courses: string[]
  /** ISO date. */
  expiresAt: string
}

export interface InviteMail {
  to: string
  subject: string
  html: string
}

/**
 * The mail of an invite: who invites, to what, until when, and the link (rules/invites#invite-mail).
 * @param siteUrl origin of the product
 */
export function inviteMail(invite: OpenInvite, siteUrl: string): InviteMail {
  const site = siteUrl.replace(/\/+$/, '')
  const link = escapeHtml(`${site}/invite/${encodeURIComponent(invite.token)}`)
  const inviter = plain(invite.inviter ?? '')
  const title = inviter === '' ? 'You are invited to Rookies' : `${inviter} invites you to Rookies`
  const until = escapeHtml(dateText(invite.expiresAt))
  const courses =
    invite.courses.length === 0
      ? []
      : [paragraph('It opens for you:'), bullets(invite.courses.map(escapeHtml))]
  return {
    to: invite.email,
    subject: title,
    html: mailPage({
      title: escapeHtml(title),
      preview: 'There is a place for you.',
      siteUrl: escapeHtml(site),
      body: mailBody(
        paragraph(
          `There is a place for ${escapeHtml(invite.email)}. The invite is open until ${until}.`,
        ),
        ...courses,
        linkButton('See the invite', link),
      ),
      note: 'If you did not expect this, ignore this mail. Nothing happens without you.',
    }),
  }
}

/** A mail does not know its reader's zone, so the zone is written down. */
function dateText(iso: string): string {
  const date = new Date(iso)
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(date)
  return `${day}, ${date.toISOString().slice(11, 16)} UTC`
}

/** One line: a name goes into the subject, where a line break would begin another header. */
function plain(name: string): string {
  return name.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}
