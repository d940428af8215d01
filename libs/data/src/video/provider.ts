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
