import { type LazyPage, lazyPage, type PreviewState } from '@rookies/exercise-engine/lazy-page'
import type { Replay } from '@rookies/exercise-engine/page'
import type { ExerciseFile, Problem } from '@rookies/exercise-engine/run'
import type { PageAnswer, ShownDialog } from '@rookies/ui/page-preview/page-dialog'
import { usePageDialogs } from '@rookies/ui/page-preview/use-page-dialogs'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Outcome } from './use-practice'

/** Milliseconds without typing after which the page is shown again. */
const PAUSE_MS = 600
/** The maximum number of printed lines and of problems that are listed. */
const MAX_LISTED = 200

export interface PageUse {
  /** The element in which the frames are mounted. */
  place: RefObject<HTMLDivElement | null>
  state: PreviewState
  lines: readonly string[]
  problems: readonly Problem[]
  /** Whether the page stored something. Stored values are lost when the page is run again. */
  hasStored: boolean
  /** The dialog that the page shows. */
  dialog: ShownDialog | null
  /** Answers the dialog. The page is run again from its beginning with all answers given so far. */
  answer: (given: PageAnswer) => void
  checking: boolean
  /** The last check on this page; null before the first. */
  outcome: Outcome | null
  show: (files: readonly ExerciseFile[]) => void
  /** Shows the page after the person has stopped typing for a moment. */
  type: (files: readonly ExerciseFile[]) => void
  /** Shows another version of the code at once, if the page was shown before. */
  follow: (files: readonly ExerciseFile[]) => void
  /**
   * Runs the checks, and resolves to the result; null if other checks are running, or if the person has left the page.
   */
  check: (files: readonly ExerciseFile[], tests: string, time_ms: number) => Promise<Outcome | null>
  /** Removes the last result. */
  clear: () => void
}

/**
 * Shows and checks a person's page in this browser (rules/exercises#pages). The page is first run when the person asks
 * for it.
 */
export function usePage(): PageUse {
  const place = useRef<HTMLDivElement>(null)
  const own = useRef<LazyPage | null>(null)
  const pause = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const busy = useRef(false)
  const [state, setState] = useState<PreviewState>('NONE')
  const [lines, setLines] = useState<readonly string[]>([])
  const [problems, setProblems] = useState<readonly Problem[]>([])
  const [hasStored, setStored] = useState(false)
  const dialogs = usePageDialogs<Replay>()
  const shownFiles = useRef<readonly ExerciseFile[]>([])
  const [checking, setChecking] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)

  const open = useEffectEvent((element: HTMLElement) =>
    lazyPage(element, 'Your page', {
      shown: () => setState('SHOWN'),
      printed: (more) => setLines((known) => [...known, ...more].slice(0, MAX_LISTED)),
      failed: (problem) => setProblems((known) => [...known, problem].slice(0, MAX_LISTED)),
      stored: () => setStored(true),
      said: dialogs.said,
      asked: dialogs.asked,
      ended: (end) => {
        setState(end)
        dialogs.clear()
      },
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

  const run = (files: readonly ExerciseFile[], ...replay: [Replay?]) => {
    clearTimeout(pause.current)
    shownFiles.current = files
    dialogs.clear()
    setStored(false)
    setState((before) => (before === 'SHOWN' ? 'SHOWN' : 'LOADING'))
    setLines([])
    setProblems([])
    own.current?.show(files, ...replay)
  }
  const show = (files: readonly ExerciseFile[]) => run(files)
  return {
    place,
    state,
    lines,
    problems,
    hasStored,
    dialog: dialogs.dialog,
    answer(given) {
      const replay = dialogs.answer(given)
      if (replay) run(shownFiles.current, replay)
    },
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
