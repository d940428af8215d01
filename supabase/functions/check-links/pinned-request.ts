import { lookup } from 'node:dns/promises'
import { request as plain } from 'node:http'
import { request as secure } from 'node:https'
import type { Network } from './ask-link.ts'

/**
 * The network as Node.js and Deno have it. A request goes to the address that was looked up and checked: the
 * name could lead elsewhere a moment later.
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
          // The certificate is the name's, not the address's.
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
