import { accessReasonText } from '@rookies/data/members/access-reason'
import { MEMBER_MESSAGES } from '@rookies/data/members/member-list'
import type { ExplainedLesson } from '@rookies/data/members/person-access'
import { dayText } from '@rookies/data/time/moment-text'
import { Button } from 'antd'
import { useState } from 'react'
import { useRead } from '../../../app/use-read'
import cells from '../../../ui/cells.module.css'
import { ReadFailed } from '../../../ui/read-failed'
import { type RecordColumn, RecordTable } from '../../../ui/record-table'
import { Waiting } from '../../../ui/waiting'

interface LessonAnswersProps {
  /** Id of the person. */
  id: string
  courseId: string
  /** The day for which access is explained; empty for today. */
  day: string
}

/** Number of lessons that are rendered at once. */
const ROWS_AT_ONCE = 100

const COLUMNS: readonly RecordColumn<ExplainedLesson>[] = [
  {
    key: 'title',
    title: 'Lesson',
    place: 'lead',
    render: ({ title }) => <span className={cells.name}>{title}</span>,
  },
  {
    key: 'module',
    title: 'Module',
    place: 'left',
    render: ({ module }) => <span className={cells.fact}>{module}</span>,
  },
  {
    key: 'answer',
    title: 'Can they open it?',
    place: 'left',
    render: (lesson) => accessReasonText(lesson, dayText),
  },
]

/** Says of each lesson of a course whether the person can open it, and why. */
export function LessonAnswers({ id, courseId, day }: LessonAnswersProps) {
  const [shown, setShown] = useState(ROWS_AT_ONCE)
  const read = useRead('profiles/lessons', {
    input: { id, courseId, day },
    keepsPrevious: true,
    staleTime: 0,
  })
  if (read.isPending) return <Waiting rows={4} />
  if (!read.data) {
    return <ReadFailed title={MEMBER_MESSAGES.whyFailed.text} read={read} />
  }
  const { length } = read.data
  if (length === 0) return <p className={cells.fact}>No lessons to show.</p>
  return (
    <>
      <RecordTable
        label="Lessons"
        columns={COLUMNS}
        records={read.data.slice(0, shown)}
        dimmed={read.isPlaceholderData}
      />
      {length > shown && (
        <Button type="text" onClick={() => setShown(shown + ROWS_AT_ONCE)}>
          {`Show More Lessons (${shown} of ${length})`}
        </Button>
      )}
    </>
  )
}
