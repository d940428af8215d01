/** The part of a video element that a player in a frame can be. Seconds of the video. */
export interface PlayerMedia {
  /** Setting it moves the player, which then says where it is. */
  currentTime: number
  /** Not a number until it is known. */
  readonly duration: number
  readonly paused: boolean
  readonly ended: boolean
  /** 1 is the ordinary speed. */
  playbackRate: number
  /** Does nothing in a player that takes no such order; so does `pause`. */
  play(): void
  pause(): void
}

/** What happens to it: the events of a video element, and one that those have in another place. */
export type MediaEventName =
  | 'loadstart'
  | 'durationchange'
  | 'ratechange'
  | 'captionschange'
  | 'play'
  | 'pause'
  | 'timeupdate'
  | 'ended'
  | 'error'
