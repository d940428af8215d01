import type { Database } from '../database.gen'

/** NONE, YOUTUBE, LOOM, VIMEO, CF (Cloudflare Stream), MUX. SERVER may be sent, and is stored as NONE. */
export type VideoProvider = Database['public']['Enums']['video_provider']

/** A provider that has videos. */
export type LinkedProvider = Exclude<VideoProvider, 'NONE' | 'SERVER'>

/** Whether videos of the provider are given by a link of theirs. */
export function isLinked(provider: VideoProvider): provider is LinkedProvider {
  return provider !== 'NONE' && provider !== 'SERVER'
}

/** What one provider's rule finds in an address: the id as stored, and the start in whole seconds. */
export interface FoundVideo {
  assetId: string
  startSec: number
}

/** What can be done with a player in a frame. */
export interface PlayerPowers {
  /** It says where it is, so that watching is recorded. */
  reports: boolean
  /** It can be told how fast to play. */
  speed: boolean
  /** It can be told to play and to pause. */
  playing: boolean
}

/** What each provider's player lets a page do (docs/decisions/0008-players.md). */
export const PLAYER_POWERS: Record<LinkedProvider, PlayerPowers> = {
  YOUTUBE: { reports: true, speed: true, playing: true },
  VIMEO: { reports: true, speed: true, playing: true },
  CF: { reports: true, speed: true, playing: false },
  MUX: { reports: true, speed: false, playing: true },
  LOOM: { reports: false, speed: false, playing: false },
}
