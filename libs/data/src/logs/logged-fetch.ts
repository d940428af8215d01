import { log } from './log'

/**
 * As fetch, with a note of calls that fail: method, path and status. What was asked for, and what was
 * answered, stays out of it.
 */
export const loggedFetch: typeof fetch = (input, init) =>
  logFailure(input, init, () => fetch(input, init))

/** As `loggedFetch`, of a call that other code makes. */
export async function logFailure(
  input: Parameters<typeof fetch>[0],
  init: RequestInit | undefined,
  ask: () => Promise<Response>,
): Promise<Response> {
  const note = (level: 'error' | 'warn', words: string) => {
    const path = String(input instanceof Request ? input.url : input).replace(
      /[?#].*$|^\w+:\/\/[^/]+/g,
      '',
    )
    log(level, 'api', `${init?.method ?? 'GET'} ${path} ${words}`)
  }
  try {
    const answer = await ask()
    if (!answer.ok) note(answer.status < 500 ? 'warn' : 'error', `was answered ${answer.status}`)
    return answer
  } catch (error) {
    // A screen that is left ends its own requests.
    if (!init?.signal?.aborted) note('error', 'got no answer')
    throw error
  }
}
