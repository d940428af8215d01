import { useNavigation } from '@refinedev/core'
import type { CourseExercise } from '@rookies/data/exercises/exercise-figures'
import { testTitle } from '@rookies/data/exercises/exercise-run'
import { failure } from '@rookies/data/toasts'
import { formatCount, formatNumber, formatPeople } from '@rookies/data/wording'
import { Flex } from 'antd'
import { useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { useRead } from '../app/use-read'
import cells from '../ui/cells.module.css'
import { ListFailed } from '../ui/list-failed'
import { type RecordColumn, RecordTable } from '../ui/record-table'
import { TextButton } from '../ui/text-button'
import { Waiting } from '../ui/waiting'
import { Nothing } from './cells'
import { lazyDialog } from './lazy-dialog'

/** Its code loads when the list of people is first opened. */
const ExercisePeople = lazyDialog(
  () => import('../people/exercise-people'),
  (module) => module.ExercisePeople,
  ({ title }) => ({ title, size: 'editor' }),
)

type Row = CourseExercise & { id: string }

/** Shows for each exercise how many people tried and passed, and which test fails most (rules/exercises#figures). */
export function ExerciseFigures({ courseId }: { courseId: string }) {
  const { editUrl } = useNavigation()
  const [open, setOpen] = useState<Row | null>(null)
  const read = useRead('exercises/in_course', { input: { courseId } })
  const columns = useMemo(
    () => figureColumns((id) => `${editUrl('courses', courseId)}?lesson=${id}`, setOpen),
    [editUrl, courseId],
  )
  if (!read.data) {
    return read.isError ? <ListFailed title={FAILED.text} read={read} /> : <Waiting rows={3} />
  }
  if (read.data.length === 0) return null
  const rows = read.data.map((exercise) => ({ ...exercise, id: exercise.lesson_id }))
  return (
    <Flex component="section" vertical gap="small" aria-labelledby="exercise-figures">
      <h2 id="exercise-figures">Exercises</h2>
      <RecordTable label="Exercises" columns={columns} records={rows} />
      {open && (
        <ExercisePeople lessonId={open.id} title={open.title} onClose={() => setOpen(null)} />
      )}
    </Flex>
  )
}

const FAILED = failure('Failed to load figures of exercises')

function figureColumns(
  addressOf: (id: string) => string,
  onOpen: (exercise: Row) => void,
): RecordColumn<Row>[] {
  return [
    {
      key: 'title',
      title: 'Exercise',
      place: 'lead',
      render: ({ id, title, proved, language }) => (
        <>
          <Link className={cells.name} to={addressOf(id)}>
            {title}
          </Link>
          {language === 'PAGE' && <p className={cells.fact}>A page, without runs</p>}
          {!proved && <p className={cells.fact}>In preparation</p>}
        </>
      ),
    },
    {
      key: 'people',
      title: 'Tried',
      place: 'left',
      named: true,
      render: (exercise) =>
        exercise.language === 'PAGE' ? (
          `${formatPeople(exercise.completed)} completed it`
        ) : exercise.tried === 0 ? (
          <Nothing />
        ) : (
          <>
            <TextButton
              aria-label={`${formatPeople(exercise.tried)} tried ${exercise.title}`}
              onClick={() => onOpen(exercise)}
            >
              {formatPeople(exercise.tried)}
            </TextButton>
            <p className={cells.fact}>
              {`${formatNumber(exercise.passed)} passed${exercise.looked > 0 ? `, ${formatNumber(exercise.looked)} looked at the solution before passing` : ''}`}
            </p>
          </>
        ),
    },
    {
      key: 'runs',
      title: 'Runs until passed',
      place: 'left',
      named: true,
      render: ({ language, median_runs }) =>
        language === 'PAGE' || median_runs === null ? (
          <Nothing />
        ) : (
          `${formatNumber(median_runs)} (median)`
        ),
    },
    {
      key: 'tests',
      title: 'Fails most',
      place: 'left',
      named: true,
      render: ({ language, tests }) =>
        language === 'PAGE' || tests.length === 0 ? (
          <Nothing />
        ) : (
          <ul>
            {tests.slice(0, MAX_TESTS).map(({ name, hidden, failed, people, actual }) => (
              <li key={`${name} ${hidden}`}>
                {testTitle(name)}
                <p className={cells.fact}>
                  {`${formatCount(failed, 'time')}, ${formatPeople(people)}${hidden ? ', hidden' : ''}${actual === null ? '' : `; mostly got ${actual}`}`}
                </p>
              </li>
            ))}
          </ul>
        ),
    },
  ]
}

/** The most failing tests that a row of the table names. */
const MAX_TESTS = 3
