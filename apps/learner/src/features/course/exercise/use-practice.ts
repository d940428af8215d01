import type { ExerciseFile, RunInput } from '@rookies/data/exercises/run/run'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { PracticeResult } from './run-words'

type Runner = ReturnType<typeof import('@rookies/data/exercises/runner/runner').createRunner>

/** A run of the shown tests in this browser. */
export interface Outcome {
  /** The code that was run, and the tests. */
  files: readonly ExerciseFile[]
  tests: string
  result: PracticeResult
}

export interface Practice {
  /** The element in which the document that runs code is mounted. */
  place: RefObject<HTMLDivElement | null>
  running: boolean
  /** The last run on this page; null before the first. */
  outcome: Outcome | null
  /** Runs the tests, and resolves to the outcome; null while another run is under way, or after the page was left. */
  run: (input: RunInput) => Promise<Outcome | null>
}

/**
 * Runs the shown tests in this browser (rules/exercise-runs). The engine loads after the first paint, and nothing runs
 * by itself.
 */
export function usePractice(): Practice {
  const place = useRef<HTMLDivElement>(null)
  const runner = useRef<Promise<Runner | null> | null>(null)
  const busy = useRef(false)
  const [running, setRunning] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)

  useEffect(() => {
    const element = place.current
    if (!element) return
    void load(runner, element)
    return () => {
      const loaded = runner.current
      runner.current = null
      void loaded?.then((own) => own?.close())
    }
  }, [])

  const run = async (input: RunInput) => {
    const element = place.current
    if (busy.current || !element) return null
    busy.current = true
    setRunning(true)
    const own = await load(runner, element)
    const result: PracticeResult = own ? await own.run(input) : { verdict: 'UNREACHABLE' }
    busy.current = false
    if (place.current === null) return null
    const done = { files: input.files, tests: input.tests, result }
    setRunning(false)
    setOutcome(done)
    return done
  }
  return { place, running, outcome, run }
}

/** Loads the code that runs code, once; null if it cannot be loaded, and the next call tries again. */
function load(
  runner: RefObject<Promise<Runner | null> | null>,
  element: HTMLElement,
): Promise<Runner | null> {
  runner.current ??= import('@rookies/data/exercises/runner/runner').then(
    ({ createRunner }) => createRunner(element),
    () => {
      runner.current = null
      return null
    },
  )
  return runner.current
}
