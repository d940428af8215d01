import { type RawAnswer, rest } from '../wire/rest'

/** Starts the work this number of times before any run has ended, and returns all results. */
export function atOnce<T>(count: number, work: (i: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, i) => work(i)))
}

/** Does the work this number of times, with at most `width` runs at the same time. */
export async function inLanes<T>(
  count: number,
  width: number,
  work: (i: number) => Promise<T>,
): Promise<T[]> {
  const answers: T[] = []
  let next = 0
  await atOnce(width, async () => {
    while (next < count) {
      const i = next
      next += 1
      answers[i] = await work(i)
    }
  })
  return answers
}

/** Calls a function of the API with that token. */
export function call(name: string, token: string | undefined, body: object): Promise<RawAnswer> {
  return rest(`rpc/${name}`, { method: 'POST', token, body })
}

/** Counts how often each value occurs. */
export function tally(things: readonly (string | number | undefined)[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const thing of things) counts[String(thing)] = (counts[String(thing)] ?? 0) + 1
  return counts
}

/** Returns code and hint of a refusal, or the status of another answer. */
export function verdict({ status, body }: RawAnswer): string {
  if (status < 300) return 'done'
  if (typeof body !== 'object' || body === null) return String(status)
  const code: unknown = Reflect.get(body, 'code')
  const hint: unknown = Reflect.get(body, 'hint')
  return [code, hint].filter((part) => typeof part === 'string').join(' ') || String(status)
}
