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

/** A field of an object that came as JSON; undefined when there is none, or no object. */
export function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return Object.entries(value).find(([key]) => key === name)?.[1]
}
