import { isPublicAddress } from './addresses.ts'
import { videoQuestion } from './video-question.ts'

// Nothing of Deno or Node in here: the edge function and the embedded backend both run it.

/** How an address answered: it is there, is gone, wants a sign-in, did not answer, or was not asked. */
export type LinkState = 'FINE' | 'GONE' | 'REFUSED' | 'UNREACHED' | 'UNASKED'

/** One request to an address that was looked up before. */
export interface LinkRequest {
  url: URL
  /** The IP address to speak to; the name is not looked up again. */
  address: string
  method: 'HEAD' | 'GET'
  userAgent: string
  signal: AbortSignal
}

/** The two things that differ by where it runs. */
export interface Network {
  /** The IP addresses of a host. */
  resolve: (host: string) => Promise<string[]>
  /** Out: the status and where it redirects to. No body is read, no cookie sent. Throws when there is no answer. */
  request: (request: LinkRequest) => Promise<{ status: number; location: string | null }>
}

export interface LinkCheckOptions {
  network: Network
  userAgent: string
  /** True in tests alone, which have no other network than this machine. */
  allowPrivate: boolean
  signal: AbortSignal
}

/** Milliseconds for one answer, redirects included. */
const PATIENCE = 5000
const REDIRECTS = 3
const PORTS = new Set(['', '80', '443'])

/** What is not asked: it leads where nobody else may look. */
class Closed extends Error {}

/** Asks one target, an address or a video as `PROVIDER:id`, as rules/courses#check-links says. Never throws. */
export async function askLink(target: string, options: LinkCheckOptions): Promise<LinkState> {
  const isVideo = !/^https?:\/\//i.test(target)
  const address = isVideo ? videoQuestion(target) : target
  if (address === null || !URL.canParse(address)) return 'UNASKED'
  try {
    if (!isVideo) {
      const status = await follow(new URL(address), 'HEAD', options).catch(notClosed)
      // Many servers know no HEAD, or refuse it: only a yes counts.
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
  // A provider calls an id that it does not know a bad request.
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

/** The address to speak to; each of the host's has to be public, or none is asked. */
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

/** A name server that does not answer is not waited for either. */
function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new Error('too slow'))
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
