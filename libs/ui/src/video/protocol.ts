/** What a player says of itself; whatever it leaves out has not changed. Times in seconds of the video. */
export interface PlayerNews {
  /** It listens, and will report. */
  ready?: boolean
  positionSec?: number
  durationSec?: number
  playing?: boolean
  ended?: boolean
  /** 1 is the ordinary speed. */
  rate?: number
  /** Language of the captions that were turned on; null when they were turned off. */
  captions?: string | null
  /** It cannot play this video, and will not. */
  failed?: boolean
}

/**
 * How one provider's player is spoken to through its frame: messages alone, no script of theirs runs
 * in our page (rules/learning#players). Pure: what to send, and how to read what comes.
 */
export interface PlayerProtocol {
  /** In: the player's address and our own origin. Out: the address with which it speaks to us. */
  address?: (src: string, origin: string) => string
  /** Whether a message from this origin can be the player's. */
  isOrigin: (origin: string) => boolean
  /** Sent again and again until it is ready; holds nothing that others may not hear. */
  hello: readonly unknown[]
  /** Sent once, when it is ready. */
  subscribe: readonly unknown[]
  /** In: what a message holds, of any shape. Out: the news in it; null for something else. */
  read: (data: unknown) => PlayerNews | null
  /** The message that moves it to a second. */
  seek: (seconds: number) => unknown
  /** The message that starts or stops it; null when it takes none. */
  setPlaying: (playing: boolean) => unknown
  /** The message that sets its speed; null when it takes none. */
  setRate: (rate: number) => unknown
  /** The message that turns captions on in a language, or off; null when it takes none. */
  setCaptions: (language: string | null) => unknown
}
