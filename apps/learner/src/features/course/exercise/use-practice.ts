import { type LazyRunner, lazyRunner } from '@rookies/exercise-engine/lazy-runner'
import type { ExerciseFile, RunInput } from '@rookies/exercise-engine/run'
import type { BrowserResult } from '@rookies/exercise-engine/runner'
import { type RefObject, useEffect, useRef, useState } from 'react'

/** A run of the shown tests in this browser. */
export interface Outcome {
  /** The code and the tests that were run. */
  files: readonly ExerciseFile[]
  tests: string
  result: BrowserResult
}

export interface Practice {
  /** The element in which the document that runs code is mounted. */
  place: RefObject<HTMLDivElement | null>
  running: boolean
  /** The last run on this page; null before the first. */
  outcome: Outcome | null
  /**
   * Runs the tests, and resolves to the result; null if other tests are running, or if the person has left the page.
   */
  run: (input: RunInput) => Promise<Outcome | null>
  /** Removes the last result. */
  clear: () => void
}

/**
 * Runs the shown tests in this browser (rules/exercise-runs). The engine loads after the first paint. Tests run only
 * when the person starts them.
 */
export function usePractice(): Practice {
  const place = useRef<HTMLDivElement>(null)
  const runner = useRef<LazyRunner | null>(null)
  const busy = useRef(false)
  const [running, setRunning] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)

  useEffect(() => {
    if (!place.current) return
    const own = lazyRunner(place.current)
    runner.current = own
    own.load()
    return () => {
      runner.current = null
      own.close()
    }
  }, [])

  const run = async (input: RunInput) => {
    const own = runner.current
    if (busy.current || !own) return null
    busy.current = true
    setRunning(true)
    const result = await own.run(input)
    busy.current = false
    if (runner.current !== own) return null
    const done = { files: input.files, tests: input.tests, result }
    setRunning(false)
    setOutcome(done)
    return done
  }
  return { place, running, outcome, run, clear: () => setOutcome(null) }
}
