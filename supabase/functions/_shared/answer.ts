// This file uses neither Deno nor Node, because the edge functions and the embedded backend both run it.

/** An HTTP answer with a JSON body, whose `code` tells failures apart. */
export interface Answer {
  status: number
  body: Record<string, unknown>
  headers?: Record<string, string>
}

/** Returns an answer about a failure. */
export const failure = (status: number, code: string, message: string): Answer => ({
  status,
  body: { code, message },
})

/** Returns a text without line breaks, which would begin another header of a mail or another line of a calendar. */
export const oneLine = (text: unknown): string =>
  String(text)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()

/** Returns a field of a parsed JSON object; undefined if there is no field or no object. */
export function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return Object.entries(value).find(([key]) => key === name)?.[1]
}
