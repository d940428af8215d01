import type { LinkedProvider } from './provider'

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
