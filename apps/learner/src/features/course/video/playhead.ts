/** The position of the video on the page. */
export interface Playhead {
  /** Returns the position in whole seconds, or null before the video has started. */
  second: () => number | null
  /** Plays from a second. */
  go: (second: number) => void
}

let current: Playhead | null = null

/** Returns the playhead of the video on the page, null if there is none. */
export const currentPlayhead = (): Playhead | null => current

/** Sets the playhead of the page. Returns a function that removes it, unless another call has replaced it. */
export function setPlayhead(offered: Playhead): () => void {
  current = offered
  return () => {
    if (current === offered) current = null
  }
}
