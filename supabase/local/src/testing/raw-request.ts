import { type IncomingHttpHeaders, request } from 'node:http'

export type RawAnswer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/**
 * Sends a request exactly as written: the path is not tidied and the Host header is the caller's to
 * choose, neither of which `fetch` allows.
 */
export function rawRequest(
  port: number,
  path: string,
  options: {
    method?: string
    headers?: Record<string, string>
    body?: Buffer | string
    address?: string
  } = {},
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', headers = {}, body, address = '127.0.0.1' } = options
    const outgoing = request(
      {
        host: address,
        port,
        path,
        method,
        setHost: false,
        agent: false,
        headers: { host: `localhost:${port}`, ...headers },
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
