import type { IncomingMessage, ServerResponse } from 'node:http'

/** Answers with JSON; the body is left out for HEAD. */
export function sendJson(
  req: IncomingMessage,
  res: ServerResponse,
  status: number,
  body: Record<string, unknown>,
): void {
  send(req, res, status, 'application/json; charset=utf-8', JSON.stringify(body))
}

/** Answers with one line of text; the body is left out for HEAD. */
export function sendText(
  req: IncomingMessage,
  res: ServerResponse,
  status: number,
  text: string,
): void {
  send(req, res, status, 'text/plain; charset=utf-8', `${text}\n`)
}

/**
 * Answers 413. What is still on its way is read and dropped: a caller that is cut off while it sends
 * would never see the answer.
 * @param limit bytes
 */
export function sendTooLarge(req: IncomingMessage, res: ServerResponse, limit: number): void {
  req.resume()
  sendJson(req, res, 413, {
    code: 'request_too_large',
    message: `A request may carry ${Math.floor(limit / 1_000_000)} MB at most.`,
  })
}

function send(
  req: IncomingMessage,
  res: ServerResponse,
  status: number,
  type: string,
  text: string,
): void {
  res.setHeader('cache-control', 'no-store')
  res.setHeader('x-content-type-options', 'nosniff')
  res.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(text) })
  res.end(req.method === 'HEAD' ? undefined : text)
}
