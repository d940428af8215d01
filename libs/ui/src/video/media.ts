/** The part of a video element's interface that a player in a frame can have. Times are seconds of the video. */
export interface PlayerMedia {
  /** Setting it moves the player, which then reports its position. */
  currentTime: number
  /** `NaN` until the player has reported it. */
  readonly duration: number
  readonly paused: boolean
  readonly ended: boolean
  /** 1 is normal speed. */
  playbackRate: number
  /** `play` and `pause` do nothing if the player does not support them. */
  play(): void
  pause(): void
}

/** The events of a video element, and `captionschange`, which a video element fires on its text tracks. */
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
