const TAG = /<(iframe|stream|mux-player|mux-video|script)\b([^<>]*)>/gi
const ATTRIBUTE = /(?:^|\s)([a-z-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi

export interface PastedPlayer {
  tag: string
  attributes: Map<string, string>
}

/**
 * Returns the players in a provider's embed code, in order, with their attributes (character references decoded as far
 * as addresses need it). The HTML itself is never used.
 */
export function pastedPlayers(html: string): PastedPlayer[] {
  return [...html.matchAll(TAG)].map(([, tag = '', written = '']) => ({
    tag: tag.toLowerCase(),
    attributes: new Map(
      [...written.matchAll(ATTRIBUTE)].map(([, name = '', double, single, bare]) => [
        name.toLowerCase(),
        (double ?? single ?? bare ?? '').replace(/&(?:amp|#38|#x26);/gi, '&').trim(),
      ]),
    ),
  }))
}
