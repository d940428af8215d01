import { EarlierRuns } from './earlier-runs'
import { useExercise } from './use-exercise'
import styles from './workbench.module.css'

export interface OwnRunsProps {
  lessonId: string
}

/** Shows the person's own runs if the lesson is closed to them (rules/exercises#who). */
export default function OwnRuns({ lessonId }: OwnRunsProps) {
  const { known } = useExercise(lessonId)
  if (!known || known.runs.length === 0) return null
  return (
    <div className={styles.closed}>
      <EarlierRuns runs={known.runs} present={known.draft?.files ?? []} onUse={null} />
    </div>
  )
}
