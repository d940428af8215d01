import { type ExerciseValues, exercisePart } from '@rookies/data/exercises/exercise-form'
import type { ExerciseFile } from '@rookies/data/exercises/exercise-part'
import type { Runner } from '@rookies/data/exercises/runner/runner'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Trial, TrialRun } from './trial-words'

/** Milliseconds without typing after which the tests run. */
const PAUSE_MS = 500

/**
 * Runs the tests in this browser, beside the solution and beside the files that learners begin with
 * (rules/exercise-runs). Stored code does not run by itself: the first run waits for a change here, or for `run`.
 */
export function useTrial(form: ExerciseValues) {
  /** The element in which the document that runs code is mounted. */
  const place = useRef<HTMLDivElement>(null)
  const runner = useRef<Promise<Runner | null> | null>(null)
  /** A request for a run; null before the first one. */
  const [asked, setAsked] = useState<{ pause: number } | null>(null)
  const [running, setRunning] = useState(false)
  const [trial, setTrial] = useState<Trial | null>(null)
  /** The number of the latest run. The answers of earlier ones are not shown. */
  const latest = useRef(0)

  useEffect(
    () => () => {
      latest.current += 1
      const loaded = runner.current
      runner.current = null
      void loaded?.then((own) => own?.close())
    },
    [],
  )

  const begin = useEffectEvent(async () => {
    const element = place.current
    if (!element) return
    latest.current += 1
    const own = latest.current
    const { language, files, solution, tests, hidden, time_ms } = exercisePart(form)
    if (language === 'PAGE' || !Number.isInteger(time_ms)) return
    setRunning(true)
    const code = await load(runner, element)
    const run = async (beside: ExerciseFile[], against: string): Promise<TrialRun> =>
      code && latest.current === own
        ? code.run({ language, files: beside, tests: against, time_ms })
        : { verdict: 'UNREACHABLE' }
    const hasHidden = hidden.trim() !== ''
    const done = {
      solution: await run(solution, tests),
      solutionHidden: hasHidden ? await run(solution, hidden) : null,
      starter: await run(files, tests),
      starterHidden: hasHidden ? await run(files, hidden) : null,
      time_ms,
    }
    if (latest.current !== own) return
    setRunning(false)
    setTrial(done)
  })

  useEffect(() => {
    if (!asked) return
    const timer = setTimeout(() => void begin(), asked.pause)
    return () => clearTimeout(timer)
  }, [asked])

  return {
    place,
    running,
    trial,
    run: () => setAsked({ pause: 0 }),
    /** Runs the tests when nothing more changes. */
    changed: () => setAsked({ pause: PAUSE_MS }),
  }
}

/** Loads the code that runs code, once; null if it cannot be loaded, and the next call tries again. */
function load(
  runner: { current: Promise<Runner | null> | null },
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
