import { useEffect, useRef, useState } from 'react'

type State = 'working' | 'stopped' | 'failed' | 'done'

/** The progress of work in pieces, and the work's state. */
export type InPieces<Progress> = Progress & { state: State }

/** What `work` gets. */
interface Run<Progress> {
  /** The latest progress. */
  now: () => Progress
  tell: (change: Partial<Progress>) => void
  /** Whether to stop; to be checked between two pieces. */
  stopping: () => boolean
}

interface Work<Progress, Input> {
  /** The progress before the first piece. */
  nothing: Progress
  /** The part of the progress that is reset each time the work continues. */
  again?: Partial<Progress>
  /**
   * Works piece by piece from the current progress. Returns whether everything is done; throws what ends the work.
   */
  work: (run: Run<Progress>, input: Input) => Promise<boolean>
  /** Refetches what the work changed. */
  changed: () => Promise<unknown>
}

/**
 * Long work in pieces. It can be stopped between two pieces, and continues where it stopped, also after a failure.
 * A piece may be sent twice, so it must be idempotent. `PiecesDialog` shows it.
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
