import type { IncomingMessage } from 'node:http'
import { PlainError } from '../plain-error'

/** The accepted names of this machine, in this spelling only. */
const loopbackNames = ['localhost', '127.0.0.1', '[::1]']
const loopbackAddresses = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** The answer to a refused request. */
export type Refusal = { status: 400 | 403; code: string; message: string }

/** Checks the host and the origin of requests, so that all later code can rely on `Host`. */
export type HostCheck = {
  /** Returns null if the request is allowed. */
  refusal(req: IncomingMessage): Refusal | null
  /**
   * Whether a page of this product's hosts, or no page, sent the request. Everybody knows the local keys, so
   * that a page from elsewhere must not use them through a visitor's browser.
   */
  isOwnPage(origin: string | undefined): boolean
}

/**
 * Accepts requests from this machine to one of the product's hosts: to a loopback name on any port, since
 * tunnels have their own ports, or to one of `hosts`. The name is checked because any web page can point its
 * own name to 127.0.0.1. Other headers of a proxy (`X-Forwarded-Host`) are ignored.
 *
 * @param hosts names from `readHosts`
 */
export function createHostCheck(hosts: readonly string[] = []): HostCheck {
  const names = new Set([...loopbackNames, ...hosts])
  const isOwnHost = (host: string) => names.has(nameOf(host) ?? '')
  return {
    refusal(req) {
      const [host = '', ...others] = req.headersDistinct.host ?? []
      if (host === '' || others.length > 0) return badRequest('A request names one host.')
      if (!req.url?.startsWith('/')) return badRequest('A request names a path of its host.')
      if (loopbackAddresses.has(req.socket.remoteAddress ?? '') && isOwnHost(host)) return null
      const message =
        'Rookies on this machine answers http://localhost and http://127.0.0.1 only, and the names in ROOKIES_HOSTS.'
      return { status: 403, code: 'not_loopback', message }
    },
    isOwnPage(origin) {
      if (origin === undefined) return true
      const [, host] = /^https?:\/\/(.*)$/.exec(origin) ?? []
      return host !== undefined && isOwnHost(host)
    },
  }
}

const badRequest = (message: string): Refusal => ({ status: 400, code: 'bad_request', message })

/** Whether an accepted `Host` is this machine and not a tunnel. */
export function isLoopbackHost(host: string): boolean {
  return loopbackNames.includes(nameOf(host) ?? '')
}

/** Returns the name in a `Host` in lower case, without its port; undefined if there is more, such as a user. */
function nameOf(host: string): string | undefined {
  const [, name, port = '1'] = /^([\w.-]+|\[[\da-f:.]+\])(?::(\d{1,5}))?$/i.exec(host) ?? []
  return Number(port) > 0 && Number(port) < 65_536 ? name?.toLowerCase() : undefined
}

/**
 * Reads ROOKIES_HOSTS: the names under which a tunnel or a proxy on this machine passes requests on,
 * separated by commas or blanks. @throws PlainError for an invalid name
 */
export function readHosts(text: string): string[] {
  return text
    .split(/[\s,]+/)
    .filter((host) => host !== '')
    .map((host) => {
      if (/^[a-z\d](?:[a-z\d.-]*[a-z\d])?$/i.test(host)) return host.toLowerCase()
      throw new PlainError(
        `ROOKIES_HOSTS takes names such as demo.example.org, separated by commas; "${host}" is not one.`,
      )
    })
}
