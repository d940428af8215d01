import type { WaitingQuestion } from '@rookies/data/questions/question-moderation'
import { formatNumber } from '@rookies/data/wording'
import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { Flex } from 'antd'
import { MessageCircleQuestion } from 'lucide-react'
import { useId } from 'react'
import { PersonLink } from '../../app/person-link'
import { useLiveReads } from '../../app/use-live'
import { useRead } from '../../app/use-read'
import { Moment } from '../../kit/cells'
import cells from '../../ui/cells.module.css'
import { ListFailed } from '../../ui/list-failed'
import { type RecordColumn, RecordTable } from '../../ui/record-table'
import { Waiting } from '../../ui/waiting'

/** Lists the unanswered questions of a cohort, each with a link to it (rules/questions#of-a-cohort). */
export function WaitingQuestions({ cohortId }: { cohortId: string }) {
  const id = useId()
  const read = useRead('questions/of_cohort', { input: { id: cohortId } })
  useLiveReads(['questions'], ['questions/of_cohort'])
  return (
    <Flex component="section" vertical gap="small" aria-labelledby={id}>
      <h2 id={id}>Waiting for an answer</h2>
      {read.data ? (
        read.data.length === 0 ? (
          <EmptyState icon={<MessageCircleQuestion />} title="No question waits" level={3} />
        ) : (
          <RecordTable label="Waiting for an answer" columns={COLUMNS} records={read.data} />
        )
      ) : read.isError ? (
        <ListFailed title="Failed to load questions" read={read} />
      ) : (
        <Waiting rows={3} />
      )}
    </Flex>
  )
}

const COLUMNS: readonly RecordColumn<WaitingQuestion>[] = [
  {
    key: 'title',
    title: 'Question',
    place: 'lead',
    render: ({ title, path }) => (
      // A plain link, because the portal is another app.
      <a className={cells.name} dir="auto" href={path}>
        {title}
      </a>
    ),
  },
  { key: 'lesson', title: 'Lesson', named: true, render: ({ lesson }) => <bdi>{lesson}</bdi> },
  {
    key: 'author',
    title: 'Asked by',
    named: true,
    render: ({ author }) =>
      author ? (
        <PersonLink id={author.id}>{author.name}</PersonLink>
      ) : (
        <span className={cells.fact}>a deleted account</span>
      ),
  },
  {
    key: 'waiting',
    title: 'Waiting since',
    named: true,
    render: ({ waiting_since }) => <Moment of={waiting_since} />,
  },
  {
    key: 'answers',
    title: 'Answers',
    named: true,
    render: ({ answers }) => formatNumber(answers),
  },
]
