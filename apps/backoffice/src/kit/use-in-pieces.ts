import { useEffect, useRef, useState } from 'react'

type State = 'working' | 'stopped' | 'failed' | 'done'

/** How far work that is done piece by piece has come. */
export type InPieces<Progress> = Progress & { state: State }

/** What the work is done with. */
interface Run<Progress> {
  /** As far as it has come. */
  now: () => Progress
  tell: (news: Partial<Progress>) => void
  /** Asked between two pieces: whether to leave it at that. */
  stopping: () => boolean
}

interface Work<Progress, Input> {
  /** Before the first piece. */
  nothing: Progress
  /** What is tried anew each time that it goes on. */
  again?: Partial<Progress>
  /** Does piece after piece, from where it stands. Out: whether nothing is left. Throws what ends it. */
  work: (run: Run<Progress>, input: Input) => Promise<boolean>
  /** Reads again what the work changed. */
  changed: () => Promise<unknown>
}

/**
 * Long work, piece by piece. It can be stopped between two pieces and goes on where it stood, also after a failure: a
 * piece that had arrived after all has to happen once. `PiecesDialog` shows it.
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
    const tell = (news: Partial<Progress>) => {
      now = { ...now, ...news }
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
