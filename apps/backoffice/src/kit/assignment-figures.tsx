import { useNavigation } from '@refinedev/core'
import {
  FIGURES_FAILED,
  type AssignmentFigures as Figures,
  hoursText,
} from '@rookies/data/assignments/figures'
import { formatCount, formatNumber, formatPeople } from '@rookies/data/wording'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { useMay } from '../app/may'
import { useRead } from '../app/use-read'
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
 * Shows for each assignment how long work waits for a review, how many rounds a pass takes, and which criteria fail
 * most often (rules/assignments#figures).
 */
export function AssignmentFigures({ of, empty = null }: AssignmentFiguresProps) {
  const mayEdit = useMay('courses', 'update', {})
  const { editUrl } = useNavigation()
  const read = useRead('assignments/figures', { input: of })
  const columns = useMemo(
    () =>
      figureColumns((figures) =>
        mayEdit || 'courseId' in of
          ? `${editUrl('courses', figures.course.id)}?lesson=${figures.id}`
          : null,
      ),
    [mayEdit, editUrl, of],
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
      <p className={cells.count}>Waits and criteria are those of the last 90 days.</p>
      <RecordTable label="Assignments" columns={columns} records={read.data} />
    </section>
  )
}

function figureColumns(addressOf: (figures: Figures) => string | null): RecordColumn<Figures>[] {
  return [
    {
      key: 'title',
      title: 'Assignment',
      place: 'lead',
      render: (figures) => {
        const address = addressOf(figures)
        return address ? (
          <Link className={cells.name} to={address}>
            {figures.title}
          </Link>
        ) : (
          <span className={cells.name}>{figures.title}</span>
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
      named: true,
      render: ({ criteria }) =>
        criteria.length === 0 ? (
          <Nothing />
        ) : (
          <ul>
            {criteria.map(({ id, title, judged, failed }) => (
              <li key={id}>
                {title}{' '}
                <span className={cells.fact}>
                  {`${formatNumber(failed)} of ${formatNumber(judged)}`}
                </span>
              </li>
            ))}
          </ul>
        ),
    },
  ]
}
