import { type ExerciseValues, exercisePart } from '@rookies/data/exercises/exercise-form'
import type { ExerciseFile, ExerciseLanguage } from '@rookies/data/exercises/exercise-part'
import { lazyPage } from '@rookies/exercise-engine/lazy-page'
import { lazyRunner } from '@rookies/exercise-engine/lazy-runner'
import type { BrowserResult } from '@rookies/exercise-engine/runner'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Trial } from './trial-messages'

/** Milliseconds without typing after which the tests run. */
const PAUSE_MS = 500

/**
 * Runs the tests in this browser against the solution and the starter (rules/exercise-runs). The tests first run when
 * the author changes something or calls `run`, never just because an exercise was opened.
 */
export function useTrial(form: ExerciseValues) {
  /** The element in which the frame that runs the code is mounted. */
  const place = useRef<HTMLDivElement>(null)
  const runner = useRef<Runs | null>(null)
  /** The latest request to run the tests; null before the first request. */
  const [asked, setAsked] = useState<{ pause: number } | null>(null)
  const [running, setRunning] = useState(false)
  const [trial, setTrial] = useState<Trial | null>(null)
  /** The number of the latest run. Results of earlier runs are not shown. */
  const latest = useRef(0)
  const part = exercisePart(form)
  const isReady = Number.isInteger(part.time_ms)

  useEffect(() => {
    if (!place.current) return
    const currentRuns = createRuns(place.current)
    runner.current = currentRuns
    return () => {
      latest.current += 1
      runner.current = null
      currentRuns.close()
    }
  }, [])

  const begin = useEffectEvent(async () => {
    latest.current += 1
    const number = latest.current
    const own = runner.current
    const { language, files, solution, tests, hidden, time_ms } = part
    if (!own || !isReady) {
      setRunning(false)
      return
    }
    setRunning(true)
    const run = async (code: ExerciseFile[], against: string): Promise<BrowserResult> =>
      latest.current === number
        ? own.run(language, { files: code, tests: against, time_ms })
        : { verdict: 'UNREACHABLE' }
    const hasHidden = hidden.trim() !== ''
    const done = {
      solution: await run(solution, tests),
      solutionHidden: hasHidden ? await run(solution, hidden) : null,
      starter: await run(files, tests),
      starterHidden: hasHidden ? await run(files, hidden) : null,
      time_ms,
      isPage: language === 'PAGE',
    }
    if (latest.current !== number) return
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
    /** Whether the time limit is a whole number, without which tests cannot run. */
    isReady,
    running,
    /** The latest results; null while they belong to a page and the language is code, or the other way round. */
    trial: trial?.isPage === (part.language === 'PAGE') ? trial : null,
    run: () => setAsked({ pause: 0 }),
    /** Runs the tests once the author stops typing. */
    changed: () => setAsked({ pause: PAUSE_MS }),
  }
}

interface Runs {
  run: (
    language: ExerciseLanguage,
    input: { files: ExerciseFile[]; tests: string; time_ms: number },
  ) => Promise<BrowserResult>
  close: () => void
}

/** Returns functions that run code in its engine and check a page in a frame. Engine and frame load on first use. */
function createRuns(place: HTMLElement): Runs {
  const runner = lazyRunner(place)
  const page = lazyPage(place, 'Checks')
  return {
    run(language, { files, tests, time_ms }) {
      if (language === 'PAGE') return page.check(files, tests, time_ms)
      return runner.run({ language, files, tests, time_ms })
    },
    close() {
      runner.close()
      page.close()
    },
  }
}
