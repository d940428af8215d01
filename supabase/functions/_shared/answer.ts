// This file uses neither Deno nor Node, because the edge functions and the embedded backend both run it.

/** An HTTP answer with a JSON body, whose `code` tells failures apart. */
export interface Answer {
  status: number
  body: Record<string, unknown>
  headers?: Record<string, string>
}

/** Returns an answer that reports a failure. */
export const failure = (status: number, code: string, message: string): Answer => ({
  status,
  body: { code, message },
})

/** Returns the response to a request that only reads: without its body for HEAD, and not stored unless `headers` say so. */
export function readAnswer(
  { status, body }: Answer,
  method: string,
  headers: Record<string, string> = {},
): Response {
  return new Response(method === 'HEAD' ? null : JSON.stringify(body), {
    status,
    headers: { 'cache-control': 'no-store', 'content-type': 'application/json', ...headers },
  })
}

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
