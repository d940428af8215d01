import type { IncomingMessage } from 'node:http'
import { PlainError } from '../plain-error'

/** Under these names, and no other spelling of them, this machine reaches itself. */
const loopbackNames = ['localhost', '127.0.0.1', '[::1]']
const loopbackAddresses = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** Why a request does not come in. */
export type Refusal = { status: 400 | 403; code: string; message: string }

/** Decides by its addresses whether a request comes in; everything behind may rely on its `Host`. */
export type Door = {
  /** Null for a request that may come in. */
  refusal(req: IncomingMessage): Refusal | null
  /**
   * Whether the page that sent this request, if a page did, is of this product's hosts. The local keys are known to
   * everybody, so a page from elsewhere must not use them through a visitor's browser.
   */
  isOwnPage(origin: string | undefined): boolean
}

/**
 * Lets in what was sent on this machine to one host of the product's: to a loopback name on any port, since tunnels
 * have ports of their own, or to one of `hosts`. The name matters because any web page may give its own name the address
 * 127.0.0.1; what a proxy says of other names (`X-Forwarded-Host`) does not count.
 *
 * @param hosts names as `readHosts` gives them
 */
export function createDoor(hosts: readonly string[] = []): Door {
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

/** Whether a `Host` that has come in is of this machine, and not of a tunnel. */
export function isLoopbackHost(host: string): boolean {
  return loopbackNames.includes(nameOf(host) ?? '')
}

/** The name in a `Host`, in lower case, without its port; undefined where there is more, such as a user. */
function nameOf(host: string): string | undefined {
  const [, name, port = '1'] = /^([\w.-]+|\[[\da-f:.]+\])(?::(\d{1,5}))?$/i.exec(host) ?? []
  return Number(port) > 0 && Number(port) < 65_536 ? name?.toLowerCase() : undefined
}

/**
 * Reads ROOKIES_HOSTS: names under which a tunnel or a proxy on this machine passes requests on, separated by commas or
 * blanks.
 * @throws PlainError for what is no name
 */
export function readHosts(text: string): string[] {
  return text
    .split(/[\s,]+/)
    .filter((host) => host !== '')
    .map((host) => {
      if (/^[a-z\d](?:[a-z\d.-]*[a-z\d])?$/i.test(host)) return host.toLowerCase()
      throw new PlainError(
        `ROOKIES_HOSTS takes names such as demo.example.org, separated by commas; "${host}" is none.`,
      )
    })
}
