import { isAssetId } from './asset-id'
import { cloudflareEmbed, cloudflarePage } from './cloudflare'
import { loomEmbed, loomPage } from './loom'
import { muxPlayer } from './mux'
import { isLinked, type LinkedProvider, type VideoProvider } from './provider'
import { vimeoEmbed, vimeoPage } from './vimeo'
import { youtubeEmbed, youtubePage } from './youtube'

/** In: an id of the provider's form and the start in seconds. Out: an https address. */
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

/** What a lesson stores of its video. */
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
 * In: a lesson. Out: the https address of the provider's player, built from provider and id and
 * nothing else, beginning at the stored second; null when there is no video, or what is stored is
 * not one.
 */
export function embedUrl(lesson: LessonVideo): string | null {
  return build(PLAYERS, lesson)
}

/** In: a lesson. Out: the video's page as people share it; null as in `embedUrl`. */
export function canonicalUrl(lesson: LessonVideo): string | null {
  return build(PAGES, lesson)
}

/**
 * In: an address of `embedUrl`. Out: the same player, which begins by itself where the browser lets it. All of them
 * know the one word, but some ask for it as a number and some as a truth.
 */
export function playingUrl(embed: string): string {
  const url = new URL(embed)
  const truth = /\.(?:videodelivery\.net|mux\.com)$/.test(url.hostname)
  url.searchParams.set('autoplay', truth ? 'true' : '1')
  return url.href
}
