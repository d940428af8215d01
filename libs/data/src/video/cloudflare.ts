import type { FoundVideo } from './provider'
import { startOf } from './start-time'

const SITES =
  /^(?:(?:customer-[a-z0-9]+|iframe|watch|embed)\.)?(?:cloudflarestream\.com|videodelivery\.net)$/
const AFTER_ID = new Set(['iframe', 'watch', 'manifest', 'thumbnails', 'downloads'])

/**
 * Returns the video of a player, watch or manifest link of Cloudflare Stream, with or without the customer's own host.
 * The older embed is a script at /embed/….js?video=id.
 */
export function readCloudflare(url: URL): FoundVideo | null {
  if (!SITES.test(url.hostname)) return null
  const [first = '', second] = url.pathname.split('/').filter((part) => part !== '')
  const assetId = first === 'embed' ? url.searchParams.get('video') : first
  const isVideo = first === 'embed' || second === undefined || AFTER_ID.has(second)
  if (assetId === null || !isVideo) return null
  return { assetId, startSec: startOf(url, ['startTime', 't']) }
}

/** Returns the address of the player; `start` is in whole seconds. */
export function cloudflareEmbed(id: string, start: number): string {
  return `https://iframe.videodelivery.net/${id}${start > 0 ? `?startTime=${start}` : ''}`
}

/** Returns the address of the video's own page; `start` is in whole seconds. */
export function cloudflarePage(id: string, start: number): string {
  return `https://watch.cloudflarestream.com/${id}${start > 0 ? `?startTime=${start}` : ''}`
}
