/** The values in a player's message; a missing value has not changed. Times are seconds of the video. */
export interface PlayerReport {
  /** True if the player listens and will report. */
  ready?: boolean
  positionSec?: number
  durationSec?: number
  playing?: boolean
  ended?: boolean
  /** 1 is normal speed. */
  rate?: number
  /** The language of captions that were turned on; null if they were turned off. */
  captions?: string | null
  /** True if the player cannot play this video. */
  failed?: boolean
}

/**
 * The protocol of one provider's player in its frame: messages only, no script of the provider runs in our page
 * (rules/learning#players). A protocol has no state: it says what to send, and reads what arrives.
 */
export interface PlayerProtocol {
  /** Returns the address with which the player sends messages to `origin`. */
  address?: (src: string, origin: string) => string
  /** Returns whether a message from this origin can be the player's. */
  isOrigin: (origin: string) => boolean
  /**
   * Messages that are sent repeatedly until the player is ready. Any page could receive them, so they hold nothing
   * private.
   */
  hello: readonly unknown[]
  /** Messages that are sent once when the player is ready. */
  subscribe: readonly unknown[]
  /** Reads the data of a message, of any shape. Returns null if it is not the player's. */
  read: (data: unknown) => PlayerReport | null
  /** Returns the message that moves the player to a second. */
  seek: (seconds: number) => unknown
  /** Returns the message that starts or stops the player; null if it supports none. */
  setPlaying: (playing: boolean) => unknown
  /** Returns the message that sets the speed; null if the player supports none. */
  setRate: (rate: number) => unknown
  /** Returns the message that turns captions on in a language, or off; null if the player supports none. */
  setCaptions: (language: string | null) => unknown
}
