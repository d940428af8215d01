import type { DataClient } from '../client'
import { toDataError, unwrap } from '../errors'
import { emailProblem, readEmail } from '../session/email'

/** The fields that an administrator may correct. */
export interface Contact {
  email: string
  /** Empty for none. */
  phone: string
}

/** The columns of `profiles` that fill the form. */
export const CONTACT_COLUMNS = 'id, email, phone'

/** Returns the form's values for a profile. */
export function contactFromProfile(profile: { email: string; phone: string | null }): Contact {
  return { email: profile.email, phone: profile.phone ?? '' }
}

/** Returns the fields that have changed. An email that differs only in letter case has not. */
export function changedContact(was: Contact, now: Contact): Partial<Contact> {
  const [email, phone] = [readEmail(now.email), now.phone.trim()]
  return {
    ...(email.toLowerCase() !== was.email.toLowerCase() && { email }),
    ...(phone !== was.phone.trim() && { phone }),
  }
}

const PHONE = /^[\d+(][\d+ ()./#x-]*$/

/** Returns the errors of a change by field, as the database words them; an empty object if there are none. */
export function contactProblems({ email, phone }: Partial<Contact>): Partial<Contact> {
  const problem = email === undefined ? null : emailProblem(email)
  const digits = phone?.replace(/\D/g, '').length ?? 0
  const wrong = phone && (!PHONE.test(phone) || digits < 3 || phone.length > 40)
  return {
    ...(problem && { email: problem }),
    ...(wrong && { phone: 'Please enter a valid phone number' }),
  }
}

const FIELDS: Record<string, keyof Contact> = {
  LAST_ADMIN: 'email',
  EMAIL_TAKEN: 'email',
  EMAIL_FORM: 'email',
  PHONE_FORM: 'phone',
}

/** Returns the field that the database has refused, with its message; null for other failures. */
export function contactFieldError(
  error: unknown,
): { field: keyof Contact; message: string } | null {
  const { hint, message } = toDataError(error)
  const field = hint ? FIELDS[hint] : undefined
  return field ? { field, message } : null
}

/**
 * Corrects a person's email and phone together. Throws DataError: `42501`, `PT404` if the account was deleted, and the
 * refusals that `contactFieldError` reads.
 */
export async function correctContact(
  client: Pick<DataClient, 'rpc'>,
  personId: string,
  change: Partial<Contact>,
): Promise<void> {
  unwrap(await client.rpc('correct_person', { user_id: personId, ...change }))
}

/**
 * Returns sentences about the effects of a change, to show before it is made (rules/accounts#correct-person).
 * `confirms` is whether emails must be confirmed.
 */
export function correctionEffects({ email, phone }: Partial<Contact>, confirms: boolean): string[] {
  const address = confirms
    ? [
        'They are signed out everywhere. An email to the new address asks them to confirm it. Until then, they can’t sign in.',
        'Afterwards, they sign in with the new address and the password they have. Links that were emailed to the old address stop working.',
      ]
    : [
        'They are signed out everywhere, and sign in with the new address and the password they have. They get no email about it, so let them know.',
        'The new address counts as not confirmed.',
      ]
  return [...(email ? address : []), ...(phone === '' ? ['Their phone number is taken away.'] : [])]
}

/** Returns a short text about the effects after the change; empty if only the phone has changed. */
export function correctionNews({ email }: Partial<Contact>, confirms: boolean): string {
  if (!email) return ''
  return confirms
    ? 'They are signed out everywhere, and asked by email to confirm the address.'
    : 'They are signed out everywhere. The new address is not confirmed.'
}
