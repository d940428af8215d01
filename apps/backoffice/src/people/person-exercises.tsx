import type { TriedExercise } from '@rookies/data/exercises/exercise-figures'
import { Code } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useRead } from '../app/use-read'
import { lazyDialog } from '../kit/lazy-dialog'
import cells from '../ui/cells.module.css'
import type { RecordColumn } from '../ui/record-table'
import { TextButton } from '../ui/text-button'
import { LAST_RUN_COLUMNS, runCountText } from './exercise-standing'
import { PersonList } from './person-list'

/** The code of the dialog loads when it is first opened. */
const ExerciseRuns = lazyDialog(
  () => import('./exercise-runs'),
  (module) => module.ExerciseRuns,
  ({ title }) => ({ title, size: 'editor' }),
)

type Row = TriedExercise & { id: string }

/**
 * Lists, on a person's page, the exercises that the person tried. A button on each row opens the runs
 * (rules/exercises#figures).
 */
export function PersonExercises({ id }: { id: string }) {
  const [open, setOpen] = useState<Row | null>(null)
  const { data, ...read } = useRead('exercises/of_person', { input: { id } })
  const rows = useMemo(
    () => data?.map((exercise) => ({ ...exercise, id: exercise.lesson.id })),
    [data],
  )
  const columns = useMemo(
    (): RecordColumn<Row>[] => [
      {
        key: 'lesson',
        title: 'Exercise',
        place: 'lead',
        render: ({ lesson, course }) => (
          <>
            <span className={cells.line}>{lesson.title}</span>
            <span className={cells.second}>{course.title}</span>
          </>
        ),
      },
      {
        key: 'runs',
        title: 'Runs',
        place: 'left',
        render: (exercise) => (
          <TextButton
            aria-label={`Runs of ${exercise.lesson.title}`}
            onClick={() => setOpen(exercise)}
          >
            {runCountText(exercise)}
          </TextButton>
        ),
      },
      ...LAST_RUN_COLUMNS,
    ],
    [],
  )
  return (
    <section aria-labelledby="person-exercises" style={SPACED}>
      <h2 id="person-exercises">Exercises</h2>
      <PersonList
        label="Exercises tried"
        read={{ ...read, data: rows }}
        columns={columns}
        empty="No exercises tried"
        icon={<Code />}
      />
      {open && (
        <ExerciseRuns
          lessonId={open.id}
          userId={id}
          title={open.lesson.title}
          onClose={() => setOpen(null)}
        />
      )}
    </section>
  )
}

const SPACED = { marginTop: 'var(--space-6)' } as const
