import { useEffect, useRef, useState } from 'react'

type State = 'working' | 'stopped' | 'failed' | 'done'

/** The progress of work in pieces, and the work's state. */
export type InPieces<Progress> = Progress & { state: State }

/** The argument of `work`. */
interface Run<Progress> {
  /** The latest progress. */
  now: () => Progress
  tell: (change: Partial<Progress>) => void
  /** Returns whether to stop; `work` calls it between two pieces. */
  stopping: () => boolean
}

interface Work<Progress, Input> {
  /** The progress before the first piece. */
  nothing: Progress
  /** The part of the progress that is reset each time the work continues. */
  again?: Partial<Progress>
  /**
   * Does piece after piece, from the current progress. Returns whether everything is done; an error ends the work.
   */
  work: (run: Run<Progress>, input: Input) => Promise<boolean>
  /** Reads the queries again that the work changed. */
  changed: () => Promise<unknown>
}

/**
 * Long work on many records, done in pieces. It can be stopped between two pieces, and continues with the next piece,
 * also after a failure. A piece may be sent twice, so it must be idempotent. `PiecesDialog` shows the work.
 */
export function useInPieces<Progress extends object, Input>({
  nothing,
  again,
  work,
  changed,
}: Work<Progress, Input>) {
  const [progress, setProgress] = useState<InPieces<Progress> | null>(null)
  const stopping = useRef(false)

  // Leaving the screen stops the work.
  useEffect(
    () => () => {
      stopping.current = true
    },
    [],
  )

  const run = async (input: Input) => {
    stopping.current = false
    let now: Progress = { ...(progress ?? nothing), ...again }
    const show = (state: State) => setProgress({ ...now, state })
    const tell = (change: Partial<Progress>) => {
      now = { ...now, ...change }
      show('working')
    }
    show('working')
    try {
      const done = await work({ now: () => now, tell, stopping: () => stopping.current }, input)
      show(done ? 'done' : 'stopped')
    } catch {
      show('failed')
    } finally {
      await changed()
    }
  }

  const stop = () => {
    stopping.current = true
  }
  return { progress, run, stop }
}
