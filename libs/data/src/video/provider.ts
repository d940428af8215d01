import type { Database } from '../database.gen'

/** NONE, YOUTUBE, LOOM, VIMEO, CF (Cloudflare Stream), MUX. SERVER may be sent, and is stored as NONE. */
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

/** What a page can do with a player in a frame. */
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

/** The forms of stored ids; the database checks the same ones (`private.is_video_asset`). */
const FORMS: Record<LinkedProvider, RegExp> = {
  YOUTUBE: /^[A-Za-z0-9_-]{11}$/,
  VIMEO: /^\d{1,12}(?:\/[0-9a-f]{6,20})?$/,
  LOOM: /^[0-9a-f]{32}$/,
  CF: /^[A-Za-z0-9_-]{10,64}$/,
  MUX: /^[A-Za-z0-9]{10,128}$/,
}

/** Texts of eleven letters that stand in the place of an id in YouTube's addresses. */
const NO_ID = new Set(['videoseries', 'live_stream'])
/** A signed token begins with `{"` in base64; no real id does. */
const TOKEN = /^eyJ/

/** Returns whether an id has the form of the provider's ids and is no token. */
export function isAssetId(provider: LinkedProvider, assetId: string): boolean {
  return FORMS[provider].test(assetId) && !TOKEN.test(assetId) && !NO_ID.has(assetId)
}
