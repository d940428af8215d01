import { type IncomingHttpHeaders, request } from 'node:http'
import { request as secureRequest } from 'node:https'

export type RawAnswer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/**
 * Sends a request exactly as written: the path is not normalized, and the caller chooses the Host header,
 * neither of which `fetch` allows.
 */
export function rawRequest(
  port: number,
  path: string,
  options: {
    method?: string
    /** A list becomes one header for each entry. */
    headers?: Record<string, string | string[]>
    body?: Buffer | string
    address?: string
    /** Over TLS, with any certificate. */
    tls?: boolean
  } = {},
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', body, address = '127.0.0.1', tls = false } = options
    const send = tls ? secureRequest : request
    const headers = { host: `localhost:${port}`, ...options.headers }
    const repeats = Object.values(headers).some(Array.isArray)
    const inTurn = Object.entries(headers).flatMap(([name, value]) =>
      [value].flat().flatMap((one) => [name, one]),
    )
    const outgoing = send(
      {
        rejectUnauthorized: false,
        host: address,
        port,
        path,
        method,
        setHost: false,
        agent: false,
        headers: repeats ? inTurn : headers,
      },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.once('error', reject)
        answer.once('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: Buffer.concat(chunks),
          }),
        )
      },
    )
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}
