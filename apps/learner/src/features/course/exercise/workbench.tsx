import type { CourseOutline } from '@rookies/data/course-viewing/outline'
import { type ExerciseFile, filesProblem } from '@rookies/data/exercises/exercise-part'
import type { MyExercise, ShownExercise } from '@rookies/data/exercises/my-exercise'
import type { QueuedRun } from '@rookies/data/exercises/queued-runs'
import type { RunInput } from '@rookies/exercise-engine/run'
import { Play } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../../ui/button'
import { Bench } from './bench'
import { PracticeResults } from './practice-results'
import { Standing } from './standing'
import { useBench } from './use-bench'
import { useCodeDraft } from './use-code-draft'
import { type Outcome, usePractice } from './use-practice'
import styles from './workbench.module.css'

/**
 * Milliseconds to wait for the tests in this browser before the code is handed in, because the engine may still be
 * loading.
 */
const PATIENCE_MS = 3_000

const afterPatience = () => new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null))

export interface WorkbenchProps {
  course: CourseOutline
  lesson: { id: string; title: string }
  known: MyExercise
  shown: ShownExercise
  queued: readonly QueuedRun[]
  offline: boolean
  /** Whether the person is a learner of the course. Otherwise this is a preview, or the person is staff. */
  records: boolean
}

/** The files with their editor, the tests, and the results of runs that were handed in (rules/exercises#exercise). */
export function Workbench(props: WorkbenchProps) {
  const { course, lesson, known, shown, queued, offline, records } = props
  const { tests, time_ms } = shown
  const mayHandIn = records && known.can_hand_in
  const draft = useCodeDraft(known, { slug: course.slug, lesson, shown, keeps: mayHandIn })
  const { files } = draft
  const practice = usePractice()
  const { outcome } = practice
  const bench = useBench(known, { files, tests, outcome })
  const { isCurrent } = bench
  const passed = isCurrent && outcome?.result.verdict === 'PASS'
  const [handed, setHanded] = useState<readonly ExerciseFile[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const handing = useRef(false)
  const [isHanding, setHanding] = useState(false)
  const language = shown.language === 'TS' ? 'TS' : 'JS'
  const input: RunInput = { language, files, tests, time_ms }

  const run = async (): Promise<Outcome | null> => {
    const done = await practice.run(input)
    bench.count(done)
    return done
  }

  const handIn = async () => {
    const found = filesProblem(files)
    setProblem(found)
    // The person may press the button again before the page is rendered.
    if (found !== null || handing.current) return
    handing.current = true
    setHanding(true)
    const send = draft.handIn(files, queued.length)
    const done = isCurrent ? outcome : await Promise.race([run(), afterPatience()])
    const verdict = done?.result.verdict ?? 'UNREACHABLE'
    send(verdict === 'UNREACHABLE' ? null : verdict)
    setHanded(files)
    handing.current = false
    setHanding(false)
  }
  const replace = (next: readonly ExerciseFile[]) => {
    setProblem(null)
    draft.replace(next)
  }

  return (
    <Bench
      known={known}
      shown={shown}
      draft={draft}
      bench={bench}
      outcome={outcome}
      run={run}
      runs="Ctrl+Enter runs the tests."
      counted="run"
      passed={known.passed_at !== null}
      keeps={mayHandIn}
      whyNot={whyNot(records)}
      refusal={refusalOf(problem, draft.refused)}
      onChange={(path, text) => {
        setProblem(null)
        draft.change(path, text)
      }}
      onTake={(revision, taken) => {
        setProblem(null)
        draft.take(revision, taken)
        bench.offerUndo(replace)
      }}
      onUse={(taken) => {
        replace(taken)
        bench.offerUndo(replace)
      }}
      onStartOver={() => {
        replace(shown.files)
        practice.clear()
      }}
      buttons={
        <>
          <Button
            variant={passed || known.passed_at !== null ? 'secondary' : 'primary'}
            disabled={practice.running}
            onClick={() => void run()}
            aria-keyshortcuts="Control+Enter Meta+Enter"
          >
            <Play aria-hidden="true" />
            {practice.running ? 'Running...' : 'Run tests'}
          </Button>
          {mayHandIn && (
            <Button
              writes
              variant={passed ? 'primary' : 'secondary'}
              disabled={isHanding}
              onClick={() => void handIn()}
            >
              {isHanding ? 'Handing in...' : 'Hand in'}
            </Button>
          )}
        </>
      }
    >
      {mayHandIn && (
        <Standing
          known={known}
          queued={queued}
          offline={offline}
          files={handed}
          onGoTo={bench.goTo}
        />
      )}
      <PracticeResults
        running={practice.running}
        outcome={outcome}
        isCurrent={isCurrent}
        hasHidden={known.runs.some(({ results }) => results.some(({ hidden }) => hidden))}
        onGoTo={bench.goTo}
      />
      {/* The document that runs code is mounted here, out of sight. */}
      <div ref={practice.place} className={styles.runner} />
    </Bench>
  )
}

function refusalOf(problem: string | null, refused: string | null) {
  if (problem !== null) return { title: 'This was not handed in', message: problem }
  return refused ? { title: 'This was not accepted', message: refused } : null
}

/** Returns a sentence about why nothing can be handed in. */
function whyNot(records: boolean): string {
  if (!records) return 'In a preview, nothing is handed in, and your code is not kept.'
  return 'You are reading a free preview. You can hand in once you have the course.'
}
