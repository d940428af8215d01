import { type Answer, failure, fieldOf } from './answer.ts'

// This file uses neither Deno nor Node, because edge functions and the embedded backend both run it.

/**
 * Translates a refusal of the API into an answer; null if the API did not refuse.
 * 401 means an invalid, expired or ended token, which the apps renew. 403 means a missing right, even where
 * the API answers 401, as it does to visitors.
 * @param said body of the API's answer
 * @param message what the caller may not do
 */
export function refusal(status: number, said: unknown, message: string): Answer | null {
  if (status !== 401 && status !== 403) return null
  const code = fieldOf(said, 'code')
  if (status === 403 || typeof code !== 'string' || code === '42501') {
    return failure(403, '42501', message)
  }
  return failure(401, code, 'This session or its token has expired. Sign in again.')
}
