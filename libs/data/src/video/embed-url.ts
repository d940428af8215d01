import { cloudflareEmbed, cloudflarePage } from './cloudflare'
import { loomEmbed, loomPage } from './loom'
import { muxPlayer } from './mux'
import { isAssetId, isLinked, type LinkedProvider, type VideoProvider } from './provider'
import { vimeoEmbed, vimeoPage } from './vimeo'
import { youtubeEmbed, youtubePage } from './youtube'

/** Returns an https address for an id of the provider's form and a start in seconds. */
type Build = (assetId: string, startSec: number) => string

const PLAYERS: Record<LinkedProvider, Build> = {
  YOUTUBE: youtubeEmbed,
  VIMEO: vimeoEmbed,
  LOOM: loomEmbed,
  CF: cloudflareEmbed,
  MUX: muxPlayer,
}

const PAGES: Record<LinkedProvider, Build> = {
  YOUTUBE: youtubePage,
  VIMEO: vimeoPage,
  LOOM: loomPage,
  CF: cloudflarePage,
  MUX: muxPlayer,
}

/** The columns of a lesson's video. */
export interface LessonVideo {
  video_provider: VideoProvider
  video_asset_id: string | null
  video_start_sec: number
}

function build(table: Record<LinkedProvider, Build>, lesson: LessonVideo): string | null {
  const { video_provider: provider, video_asset_id: assetId, video_start_sec: start } = lesson
  if (!isLinked(provider) || assetId === null || !isAssetId(provider, assetId)) return null
  return table[provider](assetId, Number.isSafeInteger(start) && start > 0 ? start : 0)
}

/**
 * Returns the https address of the provider's player, built only from provider and id, with the stored start; null if
 * there is no video, or if the stored one is invalid.
 */
export function embedUrl(lesson: LessonVideo): string | null {
  return build(PLAYERS, lesson)
}

/** Returns the video's public page; null like `embedUrl`. */
export function canonicalUrl(lesson: LessonVideo): string | null {
  return build(PAGES, lesson)
}

/**
 * Returns an address of `embedUrl` that plays at once if the browser allows it. All providers use the same parameter,
 * but some expect a number and some a boolean.
 */
export function playingUrl(embed: string): string {
  const url = new URL(embed)
  const truth = /\.(?:videodelivery\.net|mux\.com)$/.test(url.hostname)
  url.searchParams.set('autoplay', truth ? 'true' : '1')
  return url.href
}
