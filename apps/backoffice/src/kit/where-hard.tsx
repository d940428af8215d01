import { useNavigation } from '@refinedev/core'
import {
  type WhereHard as Figures,
  type HardLesson,
  WHERE_HARD_FAILED,
} from '@rookies/data/course-editing/where-hard'
import { lessonPath } from '@rookies/data/course-viewing/paths'
import { formatCount, formatNumber, formatPeople } from '@rookies/data/wording'
import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router-dom'
import { useMay } from '../app/may'
import { useRead } from '../app/use-read'
import cells from '../ui/cells.module.css'
import { ListFailed } from '../ui/list-failed'
import { type RecordColumn, RecordTable } from '../ui/record-table'
import { StatusBadge } from '../ui/status-badge'
import { Waiting } from '../ui/waiting'
import { Nothing } from './cells'

/** Shows the lessons of a course in which people have difficulties, the hardest first (rules/courses#where-hard). */
export function WhereHard({ courseId }: { courseId: string }) {
  const mayEdit = useMay('courses', 'update', {})
  const { editUrl } = useNavigation()
  const read = useRead('courses/where_hard', { input: { courseId } })
  const slug = read.data?.slug ?? ''
  const columns = useMemo(
    () =>
      hardColumns(slug, mayEdit ? (id) => `${editUrl('courses', courseId)}?lesson=${id}` : null),
    [slug, mayEdit, editUrl, courseId],
  )
  if (!read.data) {
    return read.isError ? (
      <ListFailed title={WHERE_HARD_FAILED.text} read={read} />
    ) : (
      <Waiting rows={3} />
    )
  }
  const { rows } = read.data
  return (
    <section aria-labelledby="where-hard">
      <h2 id="where-hard">Where It Is Hard</h2>
      <p className={cells.count}>{leadText(read.data)}</p>
      {rows.length > 0 && <RecordTable label="Where It Is Hard" columns={columns} records={rows} />}
    </section>
  )
}

function leadText({ nobody, lessons, rows }: Figures): string {
  if (nobody) {
    return 'None of the cohorts that you look after takes this course, so it has no figures for you.'
  }
  if (rows.length === 0) {
    return 'Nothing says so yet: nobody has asked, and fewer than three people stopped at a lesson, handed in work, or passed an exercise.'
  }
  const rest = lessons - rows.length
  return [
    'The lessons with the most high figures come first. A figure is high from three questions, three people who stopped, two rounds, three failed runs, or a criterion that fails in half of the reviews. Figures about fewer than three people are left out.',
    ...(rest > 0 ? [`Nothing is known about ${formatCount(rest, 'other lesson')}.`] : []),
  ].join(' ')
}

function hardColumns(
  slug: string,
  editorOf: ((id: string) => string) | null,
): RecordColumn<HardLesson>[] {
  return [
    {
      key: 'title',
      title: 'Lesson',
      place: 'lead',
      render: ({ id, title }) =>
        editorOf ? (
          <Link className={cells.name} to={editorOf(id)}>
            {title}
          </Link>
        ) : (
          <a className={cells.name} href={lessonPath(slug, id)} target="_blank" rel="noopener">
            {title}
          </a>
        ),
    },
    {
      key: 'stopped',
      title: 'Stopped before it',
      place: 'left',
      named: true,
      render: ({ stopped, high }) =>
        stopped === null ? (
          <Nothing />
        ) : (
          <Figure isHigh={high.includes('stopped')}>{formatPeople(stopped)}</Figure>
        ),
    },
    {
      key: 'questions',
      title: 'Questions',
      place: 'left',
      named: true,
      render: ({ id, title, questions, high }) =>
        questions === 0 ? (
          <Nothing />
        ) : (
          <Figure isHigh={high.includes('questions')}>
            <a
              href={lessonPath(slug, id)}
              target="_blank"
              rel="noopener"
              aria-label={`${questionsText(questions)} on ${title}, in the portal`}
            >
              {questionsText(questions)}
            </a>
          </Figure>
        ),
    },
    {
      key: 'rounds',
      title: 'Rounds',
      place: 'left',
      named: true,
      render: ({ rounds, handed_in, high }) =>
        rounds === null || handed_in === null ? (
          <Nothing />
        ) : (
          <>
            <Figure isHigh={high.includes('rounds')}>{`${formatNumber(rounds)} (median)`}</Figure>
            <p className={cells.fact}>{`of ${formatPeople(handed_in)}`}</p>
          </>
        ),
    },
    {
      key: 'criterion',
      title: 'Fails most',
      place: 'left',
      named: true,
      render: ({ criterion, high }) =>
        criterion === null ? (
          <Nothing />
        ) : (
          <>
            <Figure isHigh={high.includes('criterion')}>{criterion.title}</Figure>
            <p className={cells.fact}>
              {`${formatNumber(criterion.failed)} of ${formatCount(criterion.judged, 'review')}`}
            </p>
          </>
        ),
    },
    {
      key: 'runs',
      title: 'Failed runs',
      place: 'left',
      named: true,
      render: ({ failed_runs, passed, high }) =>
        failed_runs === null || passed === null ? (
          <Nothing />
        ) : (
          <>
            <Figure
              isHigh={high.includes('failed_runs')}
            >{`${formatNumber(failed_runs)} (median)`}</Figure>
            <p className={cells.fact}>{`of ${formatPeople(passed)}`}</p>
          </>
        ),
    },
  ]
}

/** A figure, with a badge if it says that the lesson is hard. */
function Figure({ isHigh, children }: { isHigh: boolean; children: ReactNode }) {
  return (
    <>
      {children}
      {isHigh && (
        <>
          {' '}
          <StatusBadge tone="draft" label="High" />
        </>
      )}
    </>
  )
}

/** Returns the number of questions as text; the server counts up to 100. */
const questionsText = (count: number) =>
  count > 100 ? 'More than 100 questions' : formatCount(count, 'question')
