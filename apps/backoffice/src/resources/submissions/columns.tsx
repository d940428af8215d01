import type { Work } from '@rookies/data/assignments/queue'
import { isOverdue, promiseText, reviewerText } from '@rookies/data/assignments/queue-labels'
import { serverNow } from '@rookies/data/server-clock'
import { timeText } from '@rookies/data/time/moment-text'
import { Flex } from 'antd'
import { Link } from 'react-router-dom'
import { Nothing } from '../../kit/cells'
import { Ago } from '../../ui/ago'
import cells from '../../ui/cells.module.css'
import type { RecordColumn } from '../../ui/record-table'
import { StatusBadge } from '../../ui/status-badge'
import { WorkBadge, WorkOwner } from './labels'

type Column = RecordColumn<Work>

const lesson = (urlOf: (id: string) => string): Column => ({
  key: 'lesson',
  title: 'Assignment',
  place: 'lead',
  ellipsis: true,
  render: ({ id, lesson: { title }, course }) => (
    <>
      <span className={cells.line} title={title}>
        <Link className={cells.name} to={urlOf(id)}>
          {title}
        </Link>
      </span>
      <span className={cells.second}>{course.title}</span>
    </>
  ),
})

const PERSON: Column = {
  key: 'person',
  title: 'Person',
  place: 'left',
  ellipsis: true,
  render: ({ person, cohort }) => (
    <>
      <span className={cells.line}>
        <WorkOwner person={person} />
      </span>
      {cohort && <span className={cells.second}>{cohort.title}</span>}
    </>
  ),
}

const ROUND: Column = {
  key: 'round',
  title: 'Round',
  place: 'left',
  width: '9.5rem',
  render: (work) => (
    <Flex wrap gap="small" align="center">
      <span className={cells.fact}>{`Round ${work.round}`}</span>
      <WorkMarks work={work} />
    </Flex>
  ),
}

const WAITS: Column = {
  key: 'waits',
  title: 'Waits',
  place: 'left',
  width: '12rem',
  render: (work) => <Waits work={work} />,
}

const REVIEWER: Column = {
  key: 'reviewer',
  title: 'Reviewer',
  place: 'left',
  width: '10rem',
  render: (work) => {
    const text = reviewerText(work, timeText)
    return <span className={cells.fact}>{text ?? 'Nobody yet'}</span>
  },
}

const STATE: Column = {
  key: 'state',
  title: 'State',
  place: 'corner',
  width: '8.5rem',
  render: ({ state }) => <WorkBadge state={state} />,
}

const HANDED_IN: Column = {
  key: 'submitted',
  title: 'Handed in',
  place: 'right',
  width: '8rem',
  render: ({ submitted_at }) =>
    submitted_at === null ? (
      <Nothing />
    ) : (
      <span className={cells.fact}>
        <Ago at={submitted_at} />
      </span>
    ),
}

/** The columns of work that waits. `urlOf` returns the address of a review. */
export const waitingColumns = (urlOf: (id: string) => string): readonly Column[] => [
  lesson(urlOf),
  PERSON,
  ROUND,
  WAITS,
  REVIEWER,
]

/** The columns of work that was reviewed. */
export const reviewedColumns = (urlOf: (id: string) => string): readonly Column[] => [
  lesson(urlOf),
  PERSON,
  ROUND,
  HANDED_IN,
  STATE,
]

/** The columns of one person's work. */
export const personColumns = (urlOf: (id: string) => string): readonly Column[] => [
  lesson(urlOf),
  ROUND,
  HANDED_IN,
  STATE,
]

/** Badges for what distinguishes the latest round from others: late, came back, second opinion, blind. */
export function WorkMarks({
  work: { late, came_back, second_opinion, blind, state, unreadable },
}: {
  work: Pick<Work, 'late' | 'came_back' | 'second_opinion' | 'blind' | 'state' | 'unreadable'>
}) {
  return (
    <>
      {unreadable && <StatusBadge tone="draft" label="Cannot be read" />}
      {late && <StatusBadge tone="draft" label="Late" />}
      {came_back && <StatusBadge tone="info" label="Came back" />}
      {second_opinion && state === 'WAITING' && <StatusBadge tone="info" label="Second opinion" />}
      {blind && <StatusBadge tone="plain" label="Blind" />}
    </>
  )
}

/** Shows by when a review of waiting work is promised, and when the work was handed in. */
export function Waits({ work }: { work: Pick<Work, 'promise_at' | 'awaiting_since'> }) {
  const now = serverNow()
  return (
    <>
      <span className={cells.line}>
        {isOverdue(work, now) ? <strong>{promiseText(work, now)}</strong> : promiseText(work, now)}
      </span>
      {work.awaiting_since && (
        <span className={cells.second}>
          Handed in <Ago at={work.awaiting_since} />
        </span>
      )}
    </>
  )
}
