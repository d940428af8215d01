import type { Database } from '../database.gen'

/** The providers of videos. CF is Cloudflare Stream. SERVER is accepted from old clients and stored as NONE. */
export type VideoProvider = Database['public']['Enums']['video_provider']

/** A provider of videos. */
export type LinkedProvider = Exclude<VideoProvider, 'NONE' | 'SERVER'>

/** Returns whether the provider's videos are given by a link. */
export function isLinked(provider: VideoProvider): provider is LinkedProvider {
  return provider !== 'NONE' && provider !== 'SERVER'
}

/** The result of a provider's parser: the id as stored, and the start in whole seconds. */
export interface FoundVideo {
  assetId: string
  startSec: number
}

/** What the page can control in a player in a frame. */
export interface PlayerPowers {
  /** The player reports its position, so that watching is recorded. */
  reports: boolean
  /** The page can set the speed. */
  speed: boolean
  /** The page can start and pause the video. */
  playing: boolean
}

/** The capabilities of each provider's player (docs/decisions/0008-players.md). */
export const PLAYER_POWERS: Record<LinkedProvider, PlayerPowers> = {
  YOUTUBE: { reports: true, speed: true, playing: true },
  VIMEO: { reports: true, speed: true, playing: true },
  CF: { reports: true, speed: true, playing: false },
  MUX: { reports: true, speed: false, playing: true },
  LOOM: { reports: false, speed: false, playing: false },
}

/** The formats of stored ids. The database checks the same formats (`private.is_video_asset`). */
const FORMS: Record<LinkedProvider, RegExp> = {
  YOUTUBE: /^[A-Za-z0-9_-]{11}$/,
  VIMEO: /^\d{1,12}(?:\/[0-9a-f]{6,20})?$/,
  LOOM: /^[0-9a-f]{32}$/,
  CF: /^[A-Za-z0-9_-]{10,64}$/,
  MUX: /^[A-Za-z0-9]{10,128}$/,
}

/** Texts with the format of an id that stand in its place in some addresses of YouTube. */
const NO_ID = new Set(['videoseries', 'live_stream'])
/** Matches a signed token: `{"` in base64. No id begins like this. */
const TOKEN = /^eyJ/

/** Returns whether an id has the format of the provider's ids and is not a token. */
export function isAssetId(provider: LinkedProvider, assetId: string): boolean {
  return FORMS[provider].test(assetId) && !TOKEN.test(assetId) && !NO_ID.has(assetId)
}
