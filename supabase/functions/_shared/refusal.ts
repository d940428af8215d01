import { type Answer, failure, fieldOf } from './answer.ts'

// Nothing of Deno or Node in here: edge functions and the embedded backend both run it.

/**
 * What a refusal of the API is passed on as; null for an answer that is none. 401, upon which the apps renew the
 * caller's token, where it is none, has expired or belongs to a session that is over; 403 for what the caller may not, also
 * where the API says 401 of it, as it does to visitors.
 * @param said the answer's body
 * @param message what the caller may not
 */
export function refusal(status: number, said: unknown, message: string): Answer | null {
  if (status !== 401 && status !== 403) return null
  const code = fieldOf(said, 'code')
  if (status === 403 || typeof code !== 'string' || code === '42501') {
    return failure(403, '42501', message)
  }
  return failure(401, code, 'This session is over, or the token of it. Sign in again.')
}
