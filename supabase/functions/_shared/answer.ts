// Nothing of Deno or Node in here: the edge functions and the embedded backend both run it.

/** An HTTP answer as JSON; `code` in the body is what callers tell failures apart by. */
export interface Answer {
  status: number
  body: Record<string, unknown>
}

/** An answer that says what went wrong: its status, its code, and a sentence. */
export const failure = (status: number, code: string, message: string): Answer => ({
  status,
  body: { code, message },
})

/** The answer to a caller whose token is over, or none of ours: apps renew it, and call again. */
export const badToken = () => failure(401, 'INVALID_JWT', 'Invalid JWT')

/**
 * Whether the tables refused a token, and not what its holder asked for: they answer 401 as well where a visitor may
 * not do what was asked.
 */
export async function isBadToken(answer: Response): Promise<boolean> {
  if (answer.status !== 401) return false
  return fieldOf(await answer.json().catch(() => null), 'code') !== '42501'
}

/** A field of an object that came as JSON; undefined when there is none, or no object. */
export function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return Object.entries(value).find(([key]) => key === name)?.[1]
}
