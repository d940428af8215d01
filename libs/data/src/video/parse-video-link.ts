import { typedLink } from '../links/typed-link'
import { readCloudflare } from './cloudflare'
import { readLoom } from './loom'
import { readMux } from './mux'
import {
  type FoundVideo,
  isAssetId,
  isLinked,
  type LinkedProvider,
  type VideoProvider,
} from './provider'
import { parseTime } from './start-time'
import { readVimeo } from './vimeo'
import { readYoutube } from './youtube'

/** A video as a lesson stores it; the start is in whole seconds. */
export interface VideoLink extends FoundVideo {
  provider: LinkedProvider
}

const READERS: [LinkedProvider, (url: URL) => FoundVideo | null][] = [
  ['YOUTUBE', readYoutube],
  ['VIMEO', readVimeo],
  ['LOOM', readLoom],
  ['CF', readCloudflare],
  ['MUX', readMux],
]

const LONGEST = 5000
const SCHEME = /^[a-z][a-z0-9+.-]*:/i

/** Returns the web address in a text; null if it is none, or has a user name, a port or a backslash. */
function plainUrl(text: string): URL | null {
  if (/[\s\\]/.test(text)) return null
  const address = text.startsWith('//') ? `https:${text}` : text
  if (!SCHEME.test(address)) return null
  try {
    const url = new URL(address)
    const web = url.protocol === 'https:' || url.protocol === 'http:'
    return web && url.username === '' && url.password === '' && url.port === '' ? url : null
  } catch {
    return null
  }
}

function checked(provider: LinkedProvider, assetId: string, startSec: number): VideoLink | null {
  return isAssetId(provider, assetId) ? { provider, assetId, startSec } : null
}

function fromUrl(url: URL): VideoLink | null {
  for (const [provider, read] of READERS) {
    const found = read(url)
    if (found !== null) return checked(provider, found.assetId, found.startSec)
  }
  return null
}

function fromPlayer({ tag, attributes }: PastedPlayer): VideoLink | null {
  const playback = attributes.get('playback-id')
  if (playback !== undefined && tag.startsWith('mux-')) {
    if (attributes.has('playback-token')) return null
    return checked('MUX', playback, parseTime(attributes.get('start-time') ?? '') ?? 0)
  }
  const src = attributes.get('src') ?? ''
  if (tag === 'stream' && isAssetId('CF', src)) {
    return checked('CF', src, parseTime(attributes.get('starttime') ?? '') ?? 0)
  }
  const url = plainUrl(src)
  return url === null ? null : fromUrl(url)
}

/**
 * Parses pasted text: a link in any form of a provider, full embed code, or a bare id of the `chosen` provider (NONE
 * for no choice). Returns the video, or null: look-alike hosts, other schemes and signed tokens are refused, and so is
 * a bare id without a choice, because almost any word could be one. A link's own provider takes precedence over the
 * choice.
 */
export function parseVideoLink(text: string, chosen: VideoProvider = 'NONE'): VideoLink | null {
  const pasted = text.trim()
  if (pasted === '' || pasted.length > LONGEST) return null
  const meant = typedLink(pasted)
  const url = plainUrl(meant)
  if (url !== null) return fromUrl(url)
  if (pasted.includes('<')) {
    for (const player of pastedPlayers(pasted)) {
      const found = fromPlayer(player)
      if (found !== null) return found
    }
    return null
  }
  return isLinked(chosen) ? checked(chosen, meant, 0) : null
}

const TAG = /<(iframe|stream|mux-player|mux-video|script)\b([^<>]*)>/gi
const ATTRIBUTE = /(?:^|\s)([a-z-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi

export interface PastedPlayer {
  tag: string
  attributes: Map<string, string>
}

/**
 * Returns the players in a provider's embed code, in order, with their attributes (character references decoded as far
 * as addresses need it). The HTML itself is never used.
 */
export function pastedPlayers(html: string): PastedPlayer[] {
  return [...html.matchAll(TAG)].map(([, tag = '', written = '']) => ({
    tag: tag.toLowerCase(),
    attributes: new Map(
      [...written.matchAll(ATTRIBUTE)].map(([, name = '', double, single, bare]) => [
        name.toLowerCase(),
        (double ?? single ?? bare ?? '').replace(/&(?:amp|#38|#x26);/gi, '&').trim(),
      ]),
    ),
  }))
}
