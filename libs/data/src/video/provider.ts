import type { Database } from '../database.gen'

/** As stored: NONE, YOUTUBE, LOOM, VIMEO, CF (Cloudflare Stream), MUX. */
export type VideoProvider = Database['public']['Enums']['video_provider']

/** A provider that has videos. */
export type LinkedProvider = Exclude<VideoProvider, 'NONE'>

/** What one provider's rule finds in an address: the id as stored, and the start in whole seconds. */
export interface FoundVideo {
  assetId: string
  startSec: number
}
