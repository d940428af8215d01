/** What can be asked of the video that is on the page. */
export interface Playhead {
  /** Where it is, in whole seconds; null before it has begun. */
  second: () => number | null
  /** Plays on from a second. */
  go: (second: number) => void
}

let current: Playhead | null = null

/** The video on the page; null where there is none, or none that can be asked. */
export const playhead = (): Playhead | null => current

/** Takes in the video that is there now. Out: takes it back, where no other has come since. */
export function offerPlayhead(offered: Playhead): () => void {
  current = offered
  return () => {
    if (current === offered) current = null
  }
}
