import { lookup } from 'node:dns/promises'
import { request as plain } from 'node:http'
import { request as secure } from 'node:https'
import type { Network } from './check-link.ts'

/**
 * The network for Node.js and Deno. A request connects to the IP address that was resolved and checked,
 * because the name could resolve to another one a moment later.
 */
export const pinnedNetwork: Network = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  request: ({ url, address, method, userAgent, signal }) =>
    new Promise((resolve, reject) => {
      const isSecure = url.protocol === 'https:'
      const send = isSecure ? secure : plain
      const sent = send(
        {
          host: address,
          port: url.port || (isSecure ? 443 : 80),
          path: `${url.pathname}${url.search}`,
          method,
          headers: { host: url.host, 'user-agent': userAgent, accept: '*/*' },
          agent: false,
          signal,
          // The certificate belongs to the name, not to the IP address.
          ...(isSecure && /[a-z]/i.test(url.hostname) ? { servername: url.hostname } : {}),
        },
        (answer) => {
          resolve({ status: answer.statusCode ?? 0, location: answer.headers.location ?? null })
          answer.destroy()
        },
      )
      sent.on('error', reject)
      sent.end()
    }),
}
