import type { FoundVideo } from './provider'
import { startOf } from './start-time'

const SITES = new Set(['loom.com', 'www.loom.com', 'useloom.com', 'www.useloom.com'])
/** Matches the path of a share or embed link. A share link may contain the title before the id. */
const PATH = /^\/(?:share|embed)\/(?:[\w-]+-)?([0-9a-f]{32})\/?$/

/** Returns the video of a share or embed link of Loom. */
export function readLoom(url: URL): FoundVideo | null {
  const assetId = SITES.has(url.hostname) ? PATH.exec(url.pathname)?.[1] : undefined
  return assetId === undefined ? null : { assetId, startSec: startOf(url, ['t']) }
}

/** Returns the address of the player; `start` is in whole seconds. */
export function loomEmbed(id: string, start: number): string {
  return `https://www.loom.com/embed/${id}${start > 0 ? `?t=${start}` : ''}`
}

/** Returns the address of the video's own page; `start` is in whole seconds. */
export function loomPage(id: string, start: number): string {
  return `https://www.loom.com/share/${id}${start > 0 ? `?t=${start}` : ''}`
}
