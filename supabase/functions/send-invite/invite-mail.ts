// This file uses neither Deno nor Node, because the edge function and the embedded backend both run it.
import { dayInWords, momentInZone } from '../../../libs/data/src/time/agreed-text.ts'
import { fieldOf } from '../_shared/answer.ts'
import type { MailContent } from '../_shared/mail-content.ts'
import type { School } from '../_shared/school.ts'

/** An open invite, as `invite_by_token()` returns it to the holder of the token. */
export interface OpenInvite {
  token: string
  email: string
  /** The sender's name; null if they have none. */
  inviter: string | null
  /** The name of the person, as the list had it; null without one. */
  name: string | null
  /** The cohort that the person joins; null for none. */
  cohort: { title: string; startsOn: string; timeZone: string; courses: string[] } | null
  /** Titles of the courses to which the invite gives access, without those of the cohort. */
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
  const [courses, name] = [fieldOf(answer, 'courses'), fieldOf(answer, 'name')]
  if (typeof email !== 'string' || typeof expiresAt !== 'string') {
    throw new Error('invite_by_token() answered no address or no date')
  }
  return {
    token,
    email,
    expiresAt,
    inviter: typeof inviter === 'string' ? inviter : null,
    name: typeof name === 'string' ? name : null,
    cohort: readCohort(fieldOf(answer, 'cohort')),
    courses: textsOf(courses),
    proof: typeof proof === 'string' ? proof : null,
  }
}

function readCohort(cohort: unknown): OpenInvite['cohort'] {
  if (typeof cohort !== 'object' || cohort === null) return null
  const text = (name: string) => String(fieldOf(cohort, name))
  const courses = textsOf(fieldOf(cohort, 'courses'))
  return { title: text('title'), startsOn: text('starts_on'), timeZone: text('time_zone'), courses }
}

const textsOf = (list: unknown) => (Array.isArray(list) ? list.map(String) : [])

/**
 * The mail of an invite: the sender, the cohort with its first day, the courses, the end and the link (rules/invites#invite-mail). Its link carries
 * the proof in the fragment, which browsers do not send (rules/invites#invite-proof).
 */
export function inviteMail(invite: OpenInvite, school: Pick<School, 'name' | 'url'>): MailContent {
  const inviter = (invite.inviter ?? '').trim()
  // The time zone of the reader is not known.
  const until = momentInZone(invite.expiresAt, 'UTC', true)
  const { name, cohort } = invite
  const courses = [...(cohort?.courses ?? []), ...invite.courses]
  const link = `${school.url}/invite/${encodeURIComponent(invite.token)}`
  return {
    to: invite.email,
    subject:
      inviter === ''
        ? `You are invited to ${school.name}`
        : `${inviter} invites you to ${school.name}`,
    preview: cohort ? `You are invited to join ${cohort.title}.` : 'You are invited to join.',
    parts: [
      ...(name === null ? [] : [{ paragraph: `Hello ${name},` }]),
      ...(cohort === null
        ? []
        : [
            {
              paragraph: `You are invited to join ${cohort.title}. It begins on ${dayInWords(cohort.startsOn, true)} (${cohort.timeZone}).`,
            },
          ]),
      { paragraph: `The invite is for ${invite.email} and is valid until ${until}.` },
      ...(courses.length === 0
        ? []
        : [{ paragraph: 'It gives you access to:' }, { bullets: courses }]),
      {
        button: 'See the invite',
        href: invite.proof === null ? link : `${link}#proof=${encodeURIComponent(invite.proof)}`,
      },
    ],
    note: 'The link confirms your email, so do not forward this message. If you did not expect this invite, you can ignore it.',
  }
}
