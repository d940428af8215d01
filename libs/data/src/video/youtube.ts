import type { FoundVideo } from './provider'
import { startOf } from './start-time'

const SITES = new Set(
  ['youtube.com', 'youtube-nocookie.com'].flatMap((site) => [
    site,
    ...['www', 'm', 'music', 'gaming'].map((name) => `${name}.${site}`),
  ]),
)
const SHORT = new Set(['youtu.be', 'www.youtu.be'])
const BEFORE_ID = new Set(['embed', 'shorts', 'live', 'v', 'e', 'watch'])

function idIn(url: URL): string | null {
  const [first = '', second] = url.pathname.split('/').filter((part) => part !== '')
  if (SHORT.has(url.hostname)) return first
  if (!SITES.has(url.hostname)) return null
  if (first === 'attribution_link') {
    const target = url.searchParams.get('u')
    return target?.startsWith('/watch?') ? idIn(new URL(target, url)) : null
  }
  if (first === 'watch' && second === undefined) return url.searchParams.get('v')
  return BEFORE_ID.has(first) ? (second ?? null) : null
}

/** Returns the video of a watch, short, shorts, live or embed link, on any host of YouTube. */
export function readYoutube(url: URL): FoundVideo | null {
  const assetId = idIn(url)
  return assetId === null
    ? null
    : { assetId, startSec: startOf(url, ['t', 'start', 'time_continue']) }
}

/** Returns the address of the player; `start` is in whole seconds. */
export function youtubeEmbed(id: string, start: number): string {
  const from = start > 0 ? `&start=${start}` : ''
  return `https://www.youtube-nocookie.com/embed/${id}?enablejsapi=1&rel=0${from}`
}

/** Returns the address of the video's own page; `start` is in whole seconds. */
export function youtubePage(id: string, start: number): string {
  return `https://www.youtube.com/watch?v=${id}${start > 0 ? `&t=${start}s` : ''}`
}
