import type { FoundVideo } from './provider'
import { startOf } from './start-time'

const SITES = new Set(['player.mux.com', 'stream.mux.com', 'image.mux.com'])
const TOKENS = ['token', 'playback-token']

/**
 * In: an address. Out: the video of a player, stream or thumbnail link of Mux. One that comes with a
 * signed token is refused: without the token, which runs out, it could not be played.
 */
export function readMux(url: URL): FoundVideo | null {
  if (!SITES.has(url.hostname) || TOKENS.some((name) => url.searchParams.has(name))) return null
  const first = url.pathname.split('/')[1] ?? ''
  return {
    assetId: first.replace(/\.m3u8$/, ''),
    startSec: startOf(url, ['start-time', 't', 'time']),
  }
}

/**
 * Address of the player, in a frame or by itself. In: the stored id; where to start, in whole
 * seconds.
 */
export function muxPlayer(id: string, start: number): string {
  return `https://player.mux.com/${id}${start > 0 ? `?start-time=${start}` : ''}`
}
