import { errorCode, errorMessage } from '../../supabase/local/src/plain-error'

const PATIENCE_MS = 15_000

export interface Answer {
  status: number
  /** What was sent as JSON; null where it was none. */
  body: unknown
}

/**
 * Asks an address of a project. A redirect is an answer: it leads to another place than the one asked.
 * @throws an error whose message is a sentence, where nobody answers
 */
export async function ask(url: string, init: RequestInit = {}): Promise<Answer> {
  if (!URL.canParse(url)) throw new Error(`${url} is not an address.`)
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const answer = await fetch(url, { redirect: 'manual', ...init, signal })
    return { status: answer.status, body: await answer.json().catch(() => null) }
  } catch (error) {
    const cause = error instanceof Error && error.cause ? error.cause : error
    const why = errorCode(cause) ?? errorMessage(cause)
    throw new Error(`${new URL(url).host} does not answer (${why}).`)
  }
}

/** The value at a path into an answer, whatever it is. */
export function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : inner),
    value,
  )
}
