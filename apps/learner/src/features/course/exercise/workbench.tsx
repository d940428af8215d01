import type { CourseOutline } from '@rookies/data/course-viewing/outline'
import { type ExerciseFile, filesProblem } from '@rookies/data/exercises/exercise-part'
import type { MyExercise, ShownExercise } from '@rookies/data/exercises/my-exercise'
import type { QueuedRun } from '@rookies/data/exercises/queued-runs'
import type { RunInput } from '@rookies/data/exercises/run/run'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Play } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { Button } from '../../../ui/button'
import { Refusal } from '../../../ui/refusal'
import { EarlierRuns } from './earlier-runs'
import { Editors } from './editors'
import { Hints } from './hints'
import { KeptCode } from './kept-code'
import { PracticeResults } from './practice-results'
import { Solution } from './solution'
import { Standing } from './standing'
import { StartOver } from './start-over'
import { useBench } from './use-bench'
import { savedWords, useCodeDraft } from './use-code-draft'
import { type Outcome, usePractice } from './use-practice'
import { useRunKey } from './use-run-key'
import styles from './workbench.module.css'

/** Milliseconds for which handing in waits for the tests in this browser, whose engine may still be loading. */
const PATIENCE_MS = 3_000

const afterPatience = () => new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null))

export interface WorkbenchProps {
  course: CourseOutline
  lesson: { id: string; title: string }
  known: MyExercise
  shown: ShownExercise
  queued: readonly QueuedRun[]
  offline: boolean
  /** Whether the person learns here: not in a preview, and not as staff. */
  records: boolean
}

/** The files with their editor, the tests, and what became of what was handed in (rules/exercises#exercise). */
export function Workbench(props: WorkbenchProps) {
  const { course, lesson, known, shown, queued, offline, records } = props
  const { tests, time_ms } = shown
  const id = useId()
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
    // The button can be pressed a second time before the page is rendered again.
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
  const takeCode = (taken: readonly ExerciseFile[]) => {
    replace(taken)
    bench.offerUndo(replace)
  }
  const takeKept = (revision: string, taken: readonly ExerciseFile[]) => {
    setProblem(null)
    draft.take(revision, taken)
    bench.offerUndo(replace)
  }
  useRunKey(() => void run())

  return (
    <>
      <section aria-labelledby={`${id}-code`} className={styles.bench}>
        <VisuallyHidden>
          <h2 id={`${id}-code`}>Your code</h2>
        </VisuallyHidden>
        <KeptCode kept={draft.kept} present={files} take={takeKept} drop={draft.drop} />
        <Editors
          id={id}
          files={files}
          tests={tests}
          chosen={bench.chosen}
          place={bench.place}
          outcome={outcome}
          onChoose={bench.choose}
          onChange={(path, text) => {
            setProblem(null)
            draft.change(path, text)
          }}
          onRun={() => void run()}
        />
        {(problem ?? draft.refused) && (
          <Refusal
            id={`${id}-refusal`}
            title={problem === null ? 'This was not accepted' : 'This was not handed in'}
            message={problem ?? draft.refused ?? ''}
          />
        )}
        <div className={styles.actions}>
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
          <StartOver
            files={files}
            starter={shown.files}
            onStart={() => {
              replace(shown.files)
              practice.clear()
            }}
          />
        </div>
        <p className={styles.muted}>
          <span className={styles.keys}>Ctrl+Enter runs the tests. </span>
          Tab indents; press Escape first to leave the editor with Tab.
        </p>
        <p role="status" className={styles.muted}>
          {mayHandIn ? savedWords(draft) : whyNot(records)}
        </p>
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
        {shown.hints.length > 0 && (
          <Hints hints={shown.hints} failures={bench.failures} passed={known.passed_at !== null} />
        )}
        {/* The document that runs code is mounted here, out of sight. */}
        <div ref={practice.place} className={styles.runner} />
      </section>
      <div className={styles.after}>
        {known.runs.length > 0 && (
          <EarlierRuns runs={known.runs} present={files} onUse={takeCode} />
        )}
        {(mayHandIn || known.solution_open) && <Solution known={known} present={files} />}
      </div>
    </>
  )
}

/** Returns why nothing can be handed in, as a sentence. */
function whyNot(records: boolean): string {
  if (!records) return 'In a preview, nothing is handed in, and your code is not kept.'
  return 'You are reading a free preview. You can hand in once you have the course.'
}
