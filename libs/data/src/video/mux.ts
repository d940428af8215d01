import type { FoundVideo } from './provider'
import { startOf } from './start-time'

const SITES = new Set(['player.mux.com', 'stream.mux.com', 'image.mux.com'])
const TOKENS = ['token', 'playback-token']

/**
 * Returns the video of a player, stream or thumbnail link of Mux. A link with a signed token is refused, because the
 * video cannot play without the token, which expires.
 */
export function readMux(url: URL): FoundVideo | null {
  if (!SITES.has(url.hostname) || TOKENS.some((name) => url.searchParams.has(name))) return null
  const first = url.pathname.split('/')[1] ?? ''
  return {
    assetId: first.replace(/\.m3u8$/, ''),
    startSec: startOf(url, ['start-time', 't', 'time']),
  }
}

/** Returns the address of the player, for a frame or a tab; `start` is in whole seconds. */
export function muxPlayer(id: string, start: number): string {
  return `https://player.mux.com/${id}${start > 0 ? `?start-time=${start}` : ''}`
}
