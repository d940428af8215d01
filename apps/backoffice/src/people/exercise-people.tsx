import { useNavigation } from '@refinedev/core'
import type { ExerciseFigures } from '@rookies/data/exercises/exercise-figures'
import { useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { useRead } from '../app/use-read'
import cells from '../ui/cells.module.css'
import { ListFailed } from '../ui/list-failed'
import { Modal } from '../ui/modal'
import { type RecordColumn, RecordTable } from '../ui/record-table'
import { TextButton } from '../ui/text-button'
import { Waiting } from '../ui/waiting'
import { ExerciseRuns } from './exercise-runs'
import { LAST_RUN_COLUMNS, runCountText } from './exercise-standing'

interface ExercisePeopleProps {
  lessonId: string
  /** The title of the exercise. */
  title: string
  onClose: () => void
}

type Person = ExerciseFigures['people'][number]
type Row = Person & { id: string }

/** Lists who tried an exercise. A button on each row opens the runs of that person (rules/exercises#figures). */
export function ExercisePeople({ lessonId, title, onClose }: ExercisePeopleProps) {
  const { showUrl } = useNavigation()
  const [open, setOpen] = useState<Row | null>(null)
  const read = useRead('exercises/figures', { input: { id: lessonId } })
  const columns = useMemo(
    (): RecordColumn<Row>[] => [
      {
        key: 'name',
        title: 'Person',
        place: 'lead',
        render: ({ id, name }) => (
          <Link className={cells.name} to={showUrl('profiles', id)}>
            {name}
          </Link>
        ),
      },
      {
        key: 'runs',
        title: 'Runs',
        place: 'left',
        render: (person) => (
          <>
            <TextButton aria-label={`Runs of ${person.name}`} onClick={() => setOpen(person)}>
              {runCountText(person)}
            </TextButton>
            {person.looked_at !== null && (
              <p className={cells.fact}>Looked at the solution before passing</p>
            )}
          </>
        ),
      },
      ...LAST_RUN_COLUMNS,
    ],
    [showUrl],
  )
  const people = read.data?.people.map((person) => ({ ...person, id: person.user_id }))
  return (
    <>
      <Modal size="editor" title={title} onClose={onClose}>
        {read.isError && !people ? (
          <ListFailed title="Failed to load the people" read={read} />
        ) : people ? (
          <RecordTable label={`Who tried ${title}`} columns={columns} records={people} />
        ) : (
          <Waiting rows={4} />
        )}
      </Modal>
      {open && (
        <ExerciseRuns
          lessonId={lessonId}
          userId={open.id}
          title={`${title}: ${open.name}`}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}
