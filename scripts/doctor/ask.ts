import { errorCode, errorMessage, PlainError } from '../../supabase/local/src/plain-error'

const PATIENCE_MS = 15_000

export interface Answer {
  status: number
  /** The body as JSON; null if it is something else. */
  body: unknown
}

/**
 * Requests an address of a project. A redirect is returned instead of followed, because it leads to another address.
 * @throws PlainError if there is no answer
 */
export async function ask(url: string, init: RequestInit = {}): Promise<Answer> {
  if (!URL.canParse(url)) throw new PlainError(`${url} is not an address.`)
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const answer = await fetch(url, { redirect: 'manual', ...init, signal })
    return { status: answer.status, body: await answer.json().catch(() => null) }
  } catch (error) {
    const cause = error instanceof Error && error.cause ? error.cause : error
    const why = errorCode(cause) ?? errorMessage(cause)
    throw new PlainError(
      `${new URL(url).host} does not answer (${why}). Check the address and your network.`,
    )
  }
}

/** Returns the value at this path of an answer of any shape. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : inner),
    value,
  )
}
