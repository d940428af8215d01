import type { ExerciseFile } from '@rookies/data/exercises/exercise-part'
import type { MyExercise, ShownExercise } from '@rookies/data/exercises/my-exercise'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { type ReactNode, useId } from 'react'
import { Refusal } from '../../../ui/refusal'
import { savedText } from '../hand-in/use-draft'
import { EarlierRuns } from './earlier-runs'
import { Editors } from './editors'
import layout from './exercise-layout.module.css'
import { Hints } from './hints'
import { KeptCode } from './kept-code'
import { Solution } from './solution'
import { StartOver } from './start-over'
import type { useBench } from './use-bench'
import type { CodeDraftUse } from './use-code-draft'
import type { Outcome } from './use-practice'
import { useRunKey } from './use-run-key'
import styles from './workbench.module.css'

interface BenchProps {
  known: MyExercise
  shown: ShownExercise
  draft: CodeDraftUse
  bench: ReturnType<typeof useBench>
  outcome: Outcome | null
  /** Runs the tests of code, or the checks of a page. */
  run: () => unknown
  /** A sentence about the action of Ctrl+Enter. */
  runs: string
  /** The buttons before the button Start over. */
  buttons: ReactNode
  /** What is counted as a failure, after which the next hint opens: failed checks, or failed runs. */
  counted: 'check' | 'run'
  /** Whether the person has passed the exercise. Then all hints are available. */
  passed: boolean
  /** Whether the person's code is stored. */
  keeps: boolean
  /** A sentence that says why it is not stored. */
  whyNot: string
  refusal: { title: string; message: string } | null
  onChange: (path: string, text: string) => void
  /** Called when the person replaces the code by that of another device. */
  onTake: (revision: string, files: readonly ExerciseFile[]) => void
  /** Called when the person replaces the code by that of an earlier run. */
  onUse: (files: readonly ExerciseFile[]) => void
  onStartOver: () => void
  /** The results. */
  children: ReactNode
}

/** The editor of an exercise's files, and beside or below it its results and hints. Code and pages share it. */
export function Bench(props: BenchProps) {
  const { known, shown, draft, bench, outcome, run, runs, counted, keeps, refusal } = props
  const id = useId()
  const { files } = draft
  const onRun = () => void run()
  useRunKey(onRun)
  return (
    <>
      <section aria-labelledby={`${id}-code`} className={layout.bench}>
        <VisuallyHidden>
          <h2 id={`${id}-code`}>Your code</h2>
        </VisuallyHidden>
        <div className={layout.work}>
          {shown.practice && (
            <p className={styles.muted}>
              {`The code you start with may pass already: improve it without breaking a ${counted === 'check' ? 'check' : 'test'}.`}
            </p>
          )}
          <KeptCode kept={draft.kept} present={files} take={props.onTake} drop={draft.drop} />
          <Editors
            id={id}
            files={files}
            tests={shown.tests}
            chosen={bench.chosen}
            place={bench.place}
            outcome={outcome}
            onChoose={bench.choose}
            onChange={props.onChange}
            onRun={onRun}
          />
          {refusal && <Refusal id={`${id}-refusal`} {...refusal} />}
          <div className={styles.actions}>
            {props.buttons}
            <StartOver
              files={files}
              starter={shown.files}
              handsIn={counted === 'run'}
              onStart={props.onStartOver}
            />
          </div>
          <p className={styles.muted}>
            <span className={styles.keys}>{`${runs} `}</span>
            Tab indents; press Escape first to leave the editor with Tab.
          </p>
          <p role="status" className={styles.muted}>
            {keeps ? savedText('Your code', draft) : props.whyNot}
          </p>
        </div>
        <div className={layout.outcome}>
          {props.children}
          {shown.hints.length > 0 && (
            <Hints
              hints={shown.hints}
              failures={bench.failures}
              passed={props.passed}
              counted={counted}
            />
          )}
        </div>
      </section>
      <div className={layout.after}>
        {known.runs.length > 0 && (
          <EarlierRuns runs={known.runs} present={files} onUse={props.onUse} />
        )}
        {(keeps || known.solution_open) && <Solution known={known} present={files} />}
      </div>
    </>
  )
}
