const page: Record<string, (id: string) => string> = {
  YOUTUBE: (id) => `https://www.youtube.com/watch?v=${id}`,
  VIMEO: (id) => `https://vimeo.com/${id}`,
  LOOM: (id) => `https://www.loom.com/share/${id}`,
}

const oembed = (at: string, id: string, of: string) =>
  `${at}?format=json&url=${encodeURIComponent(page[of]?.(id) ?? '')}`

/** The address at which each provider tells whether a video can be embedded. */
const ADDRESSES: Record<string, (id: string) => string> = {
  YOUTUBE: (id) => oembed('https://www.youtube.com/oembed', id, 'YOUTUBE'),
  VIMEO: (id) => oembed('https://vimeo.com/api/oembed.json', id, 'VIMEO'),
  LOOM: (id) => oembed('https://www.loom.com/v1/oembed', id, 'LOOM'),
  CF: (id) => `https://videodelivery.net/${id}/manifest/video.m3u8`,
  MUX: (id) => `https://stream.mux.com/${id}.m3u8`,
}

/**
 * Returns the address that tells whether a video, given as `PROVIDER:id`, exists and is public; null for
 * other targets.
 */
export function videoAddress(target: string): string | null {
  const match = /^([A-Z]+):([\w/-]+)$/.exec(target)
  const [, provider = '', id = ''] = match ?? []
  return Object.hasOwn(ADDRESSES, provider) ? (ADDRESSES[provider]?.(id) ?? null) : null
}
