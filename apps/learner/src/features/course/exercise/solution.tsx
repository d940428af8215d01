import type { ExerciseFile } from '@rookies/data/exercises/exercise-part'
import { type MyExercise, showSolution } from '@rookies/data/exercises/my-exercise'
import { exerciseKeys } from '@rookies/data/exercises/my-keys'
import { formatCount } from '@rookies/data/wording'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { useData } from '../../../shared/data-context'
import { OptionalPart } from '../../../shared/optional-section'
import { Button } from '../../../ui/button'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { Refusal } from '../../../ui/refusal'
import { useAttempt } from '../../../ui/use-attempt'
import { comparison } from './earlier-runs'
import styles from './workbench.module.css'

interface SolutionProps {
  known: MyExercise
  present: readonly ExerciseFile[]
}

/** Shows the solution beside the person's code once it is open to them, or says when it opens (rules/exercises#solution). */
export function Solution({ known, present }: SolutionProps) {
  const client = useData()
  const queries = useQueryClient()
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const { busy, refusal, attempt } = useAttempt(({ message }) => message)
  const [asking, setAsking] = useState(false)
  const [files, setFiles] = useState<readonly ExerciseFile[] | null>(null)
  const { lesson_id, solution_open, passed_at, looked_at, can_hand_in } = known
  const marks = can_hand_in && passed_at === null && looked_at === null

  const show = () =>
    attempt(async () => {
      setFiles(await showSolution(client, lesson_id))
      if (marks) await queries.invalidateQueries({ queryKey: exerciseKeys.mine(lesson_id) })
      // The button that had the focus is removed, so the heading takes the focus.
      heading.current?.focus()
    })
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id} ref={heading} tabIndex={-1} className={styles.heading}>
        Solution
      </h2>
      {refusal && <Refusal id={`${id}-refusal`} message={refusal.message} />}
      {files ? (
        <OptionalPart
          subject="The solution"
          part={comparison}
          props={{ labels: ['Your code now', 'The solution'], before: present, after: files }}
        />
      ) : solution_open ? (
        <div className={styles.row}>
          <Button disabled={busy} onClick={() => (marks ? setAsking(true) : void show())}>
            {busy ? 'Loading...' : 'Show the solution'}
          </Button>
          {marks && (
            <p className={styles.muted}>If you look before you pass, staff see that you did.</p>
          )}
        </div>
      ) : (
        <p className={styles.muted}>{whenOpen(known)}</p>
      )}
      {asking && (
        <ConfirmDialog
          title="Show the solution?"
          confirm="Show the solution"
          onConfirm={() => void show()}
          onClose={() => setAsking(false)}
        >
          <p>
            You have not passed yet. You and staff will see that you looked at the solution first.
            You can still pass.
          </p>
        </ConfirmDialog>
      )}
    </section>
  )
}

function whenOpen({ shown, failed_runs }: MyExercise): string {
  if (shown?.language === 'PAGE')
    return 'The solution opens once you have marked this lesson as complete.'
  const after = shown?.solution_after ?? null
  if (after === null) return 'The solution opens once you have passed.'
  const left = Math.max(1, after - failed_runs)
  return `The solution opens once you have passed, or after ${formatCount(left, 'more failed run')} that you hand in.`
}
