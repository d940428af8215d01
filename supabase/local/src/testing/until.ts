import { setTimeout as delay } from 'node:timers/promises'

/**
 * Calls a function again and again until its result is neither undefined nor false; an error counts as "not
 * yet".
 * @returns the result
 * @throws the last error, or one that names `what`, after `limitMs`
 */
export async function until<T>(
  what: string,
  ask: () => T | Promise<T>,
  limitMs = 40_000,
): Promise<Exclude<Awaited<T>, undefined | false>> {
  const end = Date.now() + limitMs
  let problem: unknown = new Error(`Waited ${limitMs} ms in vain: ${what}`)
  while (Date.now() < end) {
    try {
      const answer = await ask()
      if (isThere(answer)) return answer
    } catch (error) {
      problem = error
    }
    await delay(10)
  }
  throw problem
}

function isThere<T>(answer: T): answer is Exclude<T, undefined | false> {
  return answer !== undefined && answer !== false
}
