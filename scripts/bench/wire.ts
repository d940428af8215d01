import { request } from 'node:http'
import { localAnonKey } from '../../supabase/local/src/gateway/local-keys'
import type { Extent } from './database'
import { tokenOf } from './people'

/** Returns the compressed size of an answer's body in bytes. */
export function answerBytes(url: string, token: string, body: unknown): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request(
      url,
      {
        method: 'POST',
        headers: {
          apikey: localAnonKey,
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'accept-encoding': 'br, gzip',
        },
      },
      (response) => {
        let bytes = 0
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length
        })
        response.on('end', () =>
          response.statusCode === 200
            ? resolve(bytes)
            : reject(new Error(`${url} answered ${response.statusCode}`)),
        )
      },
    )
    call.on('error', reject)
    call.end(JSON.stringify(body))
  })
}

/** Returns how many libraries the gateway and PostgREST return per second over this number of connections. */
export async function requestsPerSecond(url: string, { people, seconds }: Extent): Promise<number> {
  // There are enough people that no request waits for the limit of concurrent requests per person.
  const tokens = await Promise.all(
    Array.from({ length: Math.min(500, people - 2) }, (_, n) => tokenOf(n + 3)),
  )
  const until = performance.now() + seconds * 1000
  const worker = async (first: number) => {
    let count = 0
    for (let n = first; performance.now() < until; n += 31) {
      const answer = await fetch(`${url}/rest/v1/rpc/library`, {
        method: 'POST',
        headers: {
          apikey: localAnonKey,
          authorization: `Bearer ${tokens[n % tokens.length]}`,
          'content-type': 'application/json',
        },
        body: '{}',
      })
      await answer.arrayBuffer()
      if (answer.ok) count += 1
    }
    return count
  }
  const counts = await Promise.all(Array.from({ length: 16 }, (_, i) => worker(i * 31)))
  return counts.reduce((sum, count) => sum + count, 0) / seconds
}
