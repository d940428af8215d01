import type { DataClient } from '../client'
import { toDataError, unwrap } from '../errors'
import { emailProblem, readEmail } from '../session/email'

/** What an administrator may put right about a person. */
export interface Contact {
  email: string
  /** Empty for none. */
  phone: string
}

/** Columns of `profiles` that the form is filled with. */
export const CONTACT_COLUMNS = 'id, email, phone'

/** The form's values of a profile as it was read. */
export function contactFromProfile(profile: { email: string; phone: string | null }): Contact {
  return { email: profile.email, phone: profile.phone ?? '' }
}

/** What differs from what was read; an address differs by more than its letters' case. */
export function changedContact(was: Contact, now: Contact): Partial<Contact> {
  const [email, phone] = [readEmail(now.email), now.phone.trim()]
  return {
    ...(email.toLowerCase() !== was.email.toLowerCase() && { email }),
    ...(phone !== was.phone.trim() && { phone }),
  }
}

const PHONE = /^[\d+(][\d+ ()./#x-]*$/

/** What is wrong with a change, by field, in the database's words; empty when nothing is. */
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

/** The field that a refusal is about, with its sentence; null for any other failure. */
export function contactFieldError(
  error: unknown,
): { field: keyof Contact; message: string } | null {
  const { hint, message } = toDataError(error)
  const field = hint ? FIELDS[hint] : undefined
  return field ? { field, message } : null
}

/**
 * Puts a person's address or phone right, both or neither. Throws DataError: `42501`, `PT404` when the
 * account is gone, and what `contactFieldError` reads.
 */
export async function correctContact(
  client: Pick<DataClient, 'rpc'>,
  personId: string,
  change: Partial<Contact>,
): Promise<void> {
  unwrap(await client.rpc('correct_person', { user_id: personId, ...change }))
}
