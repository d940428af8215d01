// This file uses neither Deno nor Node, because the edge function and the embedded backend both run it.
import { momentInZone } from '../../../libs/data/src/time/agreed-text.ts'
import { fieldOf } from '../_shared/answer.ts'
import type { MailContent } from '../_shared/mail-content.ts'

/** An open invite, as `invite_by_token()` returns it to the holder of the token. */
export interface OpenInvite {
  token: string
  email: string
  /** The sender's name; null if they have none. */
  inviter: string | null
  /** Titles of the courses to which the invite gives access. */
  courses: string[]
  /** ISO date. */
  expiresAt: string
  /** Secret of this mail alone; null if the invite was closed in the meantime. */
  proof: string | null
}

/**
 * Reads the answer of `invite_by_token()` about an open invite.
 * @param proof answer of `make_invite_proof()`
 */
export function openInvite(token: string, answer: unknown, proof: unknown): OpenInvite {
  const email = fieldOf(answer, 'email')
  const expiresAt = fieldOf(answer, 'expires_at')
  const inviter = fieldOf(answer, 'inviter')
  const courses = fieldOf(answer, 'courses')
  if (typeof email !== 'string' || typeof expiresAt !== 'string') {
    throw new Error('invite_by_token() answered no address or no date')
  }
  return {
    token,
    email,
    expiresAt,
    inviter: typeof inviter === 'string' ? inviter : null,
    courses: Array.isArray(courses) ? courses.map(String) : [],
    proof: typeof proof === 'string' ? proof : null,
  }
}

/**
 * The mail of an invite: the sender, the courses, the end and the link (rules/invites#invite-mail). Its link carries
 * the proof in the fragment, which browsers do not send (rules/invites#invite-proof).
 * @param siteUrl origin of the product
 */
export function inviteMail(invite: OpenInvite, siteUrl: string): MailContent {
  const inviter = (invite.inviter ?? '').trim()
  // The time zone of the reader is not known.
  const until = momentInZone(invite.expiresAt, 'UTC', true)
  const link = `${siteUrl}/invite/${encodeURIComponent(invite.token)}`
  return {
    to: invite.email,
    subject: inviter === '' ? 'You are invited to Rookies' : `${inviter} invites you to Rookies`,
    preview: 'You are invited to join.',
    parts: [
      { paragraph: `The invite is for ${invite.email} and is valid until ${until}.` },
      ...(invite.courses.length === 0
        ? []
        : [{ paragraph: 'It gives you access to:' }, { bullets: invite.courses }]),
      {
        button: 'See the invite',
        href: invite.proof === null ? link : `${link}#proof=${encodeURIComponent(invite.proof)}`,
      },
    ],
    note: 'The link confirms your email, so do not forward this message. If you did not expect this invite, you can ignore it.',
  }
}
