import { type LazyPage, lazyPage, type PreviewState } from '@rookies/exercise-engine/lazy-page'
import type { ExerciseFile, Problem } from '@rookies/exercise-engine/run'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Outcome } from './use-practice'

/** Milliseconds without typing after which the page is shown again. */
const PAUSE_MS = 600
/** How many lines and problems of a page are listed. */
const MOST = 200

export interface PageUse {
  /** The element in which the frames are mounted. */
  place: RefObject<HTMLDivElement | null>
  state: PreviewState
  lines: readonly string[]
  problems: readonly Problem[]
  checking: boolean
  /** The last check on this page; null before the first. */
  outcome: Outcome | null
  show: (files: readonly ExerciseFile[]) => void
  /** Shows the page after a pause in typing. */
  type: (files: readonly ExerciseFile[]) => void
  /** Shows other code at once, if the page was shown before. */
  follow: (files: readonly ExerciseFile[]) => void
  /** Resolves to the outcome; null while another check is under way, or after the page was left. */
  check: (files: readonly ExerciseFile[], tests: string, time_ms: number) => Promise<Outcome | null>
  /** Forgets the last check. */
  clear: () => void
}

/** Shows and checks a person's page in this browser (rules/exercises#pages). Nothing runs by itself. */
export function usePage(): PageUse {
  const place = useRef<HTMLDivElement>(null)
  const own = useRef<LazyPage | null>(null)
  const pause = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const busy = useRef(false)
  const [state, setState] = useState<PreviewState>('NONE')
  const [lines, setLines] = useState<readonly string[]>([])
  const [problems, setProblems] = useState<readonly Problem[]>([])
  const [checking, setChecking] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)

  const open = useEffectEvent((element: HTMLElement) =>
    lazyPage(element, 'Your page', {
      shown: () => setState('SHOWN'),
      printed: (more) => setLines((known) => [...known, ...more].slice(0, MOST)),
      failed: (problem) => setProblems((known) => [...known, problem].slice(0, MOST)),
      ended: setState,
    }),
  )
  useEffect(() => {
    if (!place.current) return
    const opened = open(place.current)
    own.current = opened
    opened.load()
    return () => {
      clearTimeout(pause.current)
      own.current = null
      opened.close()
    }
  }, [])

  const show = (files: readonly ExerciseFile[]) => {
    clearTimeout(pause.current)
    setState((before) => (before === 'SHOWN' ? 'SHOWN' : 'LOADING'))
    setLines([])
    setProblems([])
    own.current?.show(files)
  }
  return {
    place,
    state,
    lines,
    problems,
    checking,
    outcome,
    show,
    type(files) {
      clearTimeout(pause.current)
      pause.current = setTimeout(show, PAUSE_MS, files)
    },
    follow(files) {
      clearTimeout(pause.current)
      if (state !== 'NONE') show(files)
    },
    async check(files, tests, time_ms) {
      const page = own.current
      if (busy.current || !page) return null
      busy.current = true
      setChecking(true)
      const result = await page.check(files, tests, time_ms)
      busy.current = false
      if (own.current !== page) return null
      const done = { files, tests, result }
      setChecking(false)
      setOutcome(done)
      return done
    },
    clear: () => setOutcome(null),
  }
}
