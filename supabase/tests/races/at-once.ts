import { type RawAnswer, rest } from '../wire/rest'

/** Starts the work that many times before any of it has ended; out come all answers. */
export function atOnce<T>(count: number, work: (i: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, i) => work(i)))
}

/** Does the work that many times, never more than `width` of it at the same moment. */
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

/** How often each thing came. */
export function tally(things: readonly (string | number | undefined)[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const thing of things) counts[String(thing)] = (counts[String(thing)] ?? 0) + 1
  return counts
}

/** The refusal of an answer by code and hint, or its status when it is none. */
export function verdict({ status, body }: RawAnswer): string {
  if (status < 300) return 'done'
  if (typeof body !== 'object' || body === null) return String(status)
  const code: unknown = Reflect.get(body, 'code')
  const hint: unknown = Reflect.get(body, 'hint')
  return [code, hint].filter((part) => typeof part === 'string').join(' ') || String(status)
}
