import type { IncomingMessage } from 'node:http'

const hostPattern = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i
const addresses = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/**
 * Whether a request was sent on this machine to this machine: from a loopback address, to a loopback
 * name. The name matters because any web page may give its own name the address 127.0.0.1.
 */
export function isLoopbackRequest(req: IncomingMessage): boolean {
  return addresses.has(req.socket.remoteAddress ?? '') && hostPattern.test(req.headers.host ?? '')
}

/**
 * Whether the page that sent this request, if a page did, is of this machine. The local keys are
 * known to everybody, so a page from elsewhere must not use them through a visitor's browser.
 */
export function isLoopbackOrigin(origin: string | undefined): boolean {
  if (origin === undefined) return true
  const [, scheme, host = ''] = /^(https?):\/\/(.*)$/.exec(origin) ?? []
  return scheme !== undefined && hostPattern.test(host)
}
