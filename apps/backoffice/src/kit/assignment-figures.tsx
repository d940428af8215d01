import { useNavigation } from '@refinedev/core'
import {
  FIGURES_FAILED,
  type AssignmentFigures as Figures,
  hoursText,
} from '@rookies/data/assignments/figures'
import { testTitle } from '@rookies/data/exercises/exercise-run'
import { formatCount, formatNumber, formatPeople } from '@rookies/data/wording'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { useMay } from '../app/may'
import { useRead } from '../app/use-read'
import { useRepositoriesUrl } from '../app/use-repositories-url'
import cells from '../ui/cells.module.css'
import { ListFailed } from '../ui/list-failed'
import { type RecordColumn, RecordTable } from '../ui/record-table'
import { Waiting } from '../ui/waiting'
import { Nothing } from './cells'

interface AssignmentFiguresProps {
  of: { courseId: string } | { cohortId: string }
  /** Shown if the course has no assignments; nothing by default. */
  empty?: React.ReactNode
}

/**
 * Shows for each assignment how long work waits for a review, how many rounds a pass takes, and which criteria
 * and tests fail most often (rules/assignments#figures).
 */
export function AssignmentFigures({ of, empty = null }: AssignmentFiguresProps) {
  const mayEdit = useMay('courses', 'update', {})
  const { editUrl } = useNavigation()
  const read = useRead('assignments/figures', { input: of })
  const repositoriesOf = useRepositoriesUrl()
  const columns = useMemo(
    () =>
      figureColumns(
        (figures) =>
          mayEdit || 'courseId' in of
            ? `${editUrl('courses', figures.course.id)}?lesson=${figures.id}`
            : null,
        repositoriesOf,
      ),
    [mayEdit, editUrl, of, repositoriesOf],
  )
  if (!read.data) {
    return read.isError ? (
      <ListFailed title={FIGURES_FAILED.text} read={read} />
    ) : (
      <Waiting rows={3} />
    )
  }
  if (read.data.length === 0) return empty
  return (
    <section aria-labelledby="assignment-figures">
      <h2 id="assignment-figures">Assignments</h2>
      <p className={cells.count}>Waits, criteria and tests are those of the last 90 days.</p>
      <RecordTable label="Assignments" columns={columns} records={read.data} />
    </section>
  )
}

function figureColumns(
  addressOf: (figures: Figures) => string | null,
  repositoriesOf: (id: string) => string,
): RecordColumn<Figures>[] {
  return [
    {
      key: 'title',
      title: 'Assignment',
      place: 'lead',
      render: (figures) => {
        const address = addressOf(figures)
        return (
          <>
            {address ? (
              <Link className={cells.name} to={address}>
                {figures.title}
              </Link>
            ) : (
              <span className={cells.name}>{figures.title}</span>
            )}
            {figures.tested && (
              <p>
                <Link
                  to={repositoriesOf(figures.id)}
                  aria-label={`Repositories of ${figures.title}`}
                >
                  Repositories
                </Link>
              </p>
            )}
          </>
        )
      },
    },
    {
      key: 'people',
      title: 'Handed in',
      place: 'left',
      named: true,
      render: ({ handed_in, waiting, passed }) =>
        handed_in === 0 ? (
          <Nothing />
        ) : (
          <>
            {formatPeople(handed_in)}
            <p className={cells.fact}>
              {`${formatNumber(passed)} passed, ${formatNumber(waiting)} ${waiting === 1 ? 'waits' : 'wait'}`}
            </p>
          </>
        ),
    },
    {
      key: 'waits',
      title: 'Wait for a review',
      place: 'left',
      named: true,
      render: ({ reviews, median_hours, p90_hours }) =>
        median_hours === null || p90_hours === null ? (
          <Nothing />
        ) : (
          <>
            {`${hoursText(median_hours)} (median)`}
            <p className={cells.fact}>
              {`${hoursText(p90_hours)} at most for nine of ten, ${formatCount(reviews, 'review')}`}
            </p>
          </>
        ),
    },
    {
      key: 'rounds',
      title: 'Rounds until a pass',
      place: 'left',
      named: true,
      render: ({ rounds }) => (rounds === null ? <Nothing /> : formatNumber(rounds)),
    },
    {
      key: 'criteria',
      title: 'Fails most',
      place: 'left',
      width: '30%',
      named: true,
      render: ({ criteria, tests }) =>
        criteria.length === 0 && tests.length === 0 ? (
          <Nothing />
        ) : (
          <>
            <Failing
              label="Criteria"
              isAlone={tests.length === 0}
              rows={criteria.map(({ id, ...one }) => ({ key: id, ...one }))}
            />
            <Failing
              label="Tests"
              rows={tests.map(({ name, ...one }) => ({
                key: name,
                title: testTitle(name),
                ...one,
              }))}
            />
          </>
        ),
    },
  ]
}

interface FailingProps {
  label: string
  /** Whether nothing else is listed beside, so that the label is not shown. */
  isAlone?: boolean
  rows: readonly { key: string; title: string; judged: number; failed: number }[]
}

/** Lists what fails most often, with how often it was judged. */
function Failing({ label, isAlone = false, rows }: FailingProps) {
  if (rows.length === 0) return null
  return (
    <>
      {!isAlone && <p className={cells.fact}>{label}</p>}
      <ul aria-label={label} style={WRAPPED}>
        {rows.map(({ key, title, judged, failed }) => (
          <li key={key}>
            {title}{' '}
            <span className={cells.fact}>
              {`${formatNumber(failed)} of ${formatNumber(judged)}`}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

const WRAPPED = { overflowWrap: 'anywhere' } as const
