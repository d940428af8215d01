import type { FoundVideo } from './provider'
import { startOf } from './start-time'

const SITES = new Set(['vimeo.com', 'www.vimeo.com', 'player.vimeo.com'])
const ID = /^\d{1,12}$/
const HASH = /^[0-9a-f]{6,20}$/
/** Paths before the number: /channels/x, /groups/x/videos, /album/1/video, /ondemand/x, … */
const BEFORE_ID =
  /^(?:channels\/[\w-]+|groups\/[\w-]+\/videos|(?:album|showcase)\/\d+\/video|video|manage\/videos|ondemand\/[\w-]+)?$/

/** Returns the video of a link to Vimeo that contains the video's number, with the hash if the video is unlisted. */
export function readVimeo(url: URL): FoundVideo | null {
  if (!SITES.has(url.hostname)) return null
  const path = url.pathname.split('/').filter((part) => part !== '')
  const at = path.findIndex(
    (part, index) => ID.test(part) && BEFORE_ID.test(path.slice(0, index).join('/')),
  )
  const id = path[at]
  if (id === undefined) return null
  const hash = [url.searchParams.get('h'), path[at + 1]].find((part) => HASH.test(part ?? ''))
  return { assetId: hash ? `${id}/${hash}` : id, startSec: startOf(url, ['t']) }
}

/** Returns the address of the player; `assetId` includes the hash of an unlisted video, `start` is in whole seconds. */
export function vimeoEmbed(assetId: string, start: number): string {
  const [id, hash] = assetId.split('/')
  const query = hash === undefined ? '' : `?h=${hash}`
  return `https://player.vimeo.com/video/${id}${query}${start > 0 ? `#t=${start}s` : ''}`
}

/** Returns the address of the video's own page; `start` is in whole seconds. */
export function vimeoPage(assetId: string, start: number): string {
  return `https://vimeo.com/${assetId}${start > 0 ? `#t=${start}s` : ''}`
}
