import { isPublicAddress } from './addresses.ts'
import { videoAddress } from './video-address.ts'

// This file uses neither Deno nor Node, because the edge function and the embedded backend both run it.

/** The result for an address: it exists, does not exist, requires a sign-in, did not answer, or was not requested. */
export type LinkState = 'FINE' | 'GONE' | 'REFUSED' | 'UNREACHED' | 'UNASKED'

/** A request to a host whose address was looked up before. */
export interface LinkRequest {
  url: URL
  /** The IP address to connect to; the name is not resolved again. */
  address: string
  method: 'HEAD' | 'GET'
  userAgent: string
  signal: AbortSignal
}

/** The functions for name lookups and requests, which differ between Deno, Node and tests. */
export interface Network {
  /** Returns the IP addresses of a host. */
  resolve: (host: string) => Promise<string[]>
  /**
   * Returns the status and the redirect target. No body is read and no cookie is sent. @throws if there is no
   * answer
   */
  request: (request: LinkRequest) => Promise<{ status: number; location: string | null }>
}

export interface LinkCheckOptions {
  network: Network
  userAgent: string
  /** True only in tests, which have no network but this machine. */
  allowPrivate: boolean
  signal: AbortSignal
}

/** Milliseconds for one answer, including redirects. */
const PATIENCE = 5000
const REDIRECTS = 3
const PORTS = new Set(['', '80', '443'])

/** Thrown for an address that is not requested, because it leads to a network that is not public. */
class Closed extends Error {}

/** Checks one target, an address or a video as `PROVIDER:id`, by rules/courses#check-links. Never throws. */
export async function checkLink(target: string, options: LinkCheckOptions): Promise<LinkState> {
  const isVideo = !/^https?:\/\//i.test(target)
  const address = isVideo ? videoAddress(target) : target
  if (address === null || !URL.canParse(address)) return 'UNASKED'
  try {
    if (!isVideo) {
      const status = await follow(new URL(address), 'HEAD', options).catch(notClosed)
      // Many servers do not support HEAD, so that only a success counts.
      if (status !== null && status >= 200 && status < 300) return 'FINE'
    }
    return stateOf(await follow(new URL(address), 'GET', options), isVideo)
  } catch (error) {
    return error instanceof Closed ? 'UNASKED' : 'UNREACHED'
  }
}

function notClosed(error: unknown): null {
  if (error instanceof Closed) throw error
  return null
}

function stateOf(status: number, isVideo: boolean): LinkState {
  if (status >= 200 && status < 300) return 'FINE'
  // A video provider answers 400 to an unknown id.
  if (status === 404 || status === 410 || (isVideo && status === 400)) return 'GONE'
  if (status === 401 || status === 403) return 'REFUSED'
  return 'UNREACHED'
}

async function follow(
  from: URL,
  method: 'HEAD' | 'GET',
  options: LinkCheckOptions,
): Promise<number> {
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(PATIENCE)])
  let url = from
  for (let step = 0; step <= REDIRECTS; step++) {
    const address = await openAddress(url, options, signal)
    const { status, location } = await options.network.request({
      url,
      address,
      method,
      userAgent: options.userAgent,
      signal,
    })
    if (status < 300 || status >= 400 || location === null) return status
    if (!URL.canParse(location, url.href)) return status
    url = new URL(location, url)
  }
  throw new Error('too many redirects')
}

/** Returns the IP address to connect to, if all addresses of the host are public. */
async function openAddress(
  url: URL,
  { network, allowPrivate }: LinkCheckOptions,
  signal: AbortSignal,
): Promise<string> {
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new Closed()
  }
  if (!allowPrivate && !PORTS.has(url.port)) throw new Closed()
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isAddress = host.includes(':') || /^[\d.]+$/.test(host)
  const addresses = isAddress ? [host] : await within(signal, network.resolve(host))
  const [first] = addresses
  if (first === undefined) throw new Error('no address')
  if (!allowPrivate && !addresses.every(isPublicAddress)) throw new Closed()
  return first
}

/** The time limit covers name servers too. */
function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new Error('too slow'))
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
