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
