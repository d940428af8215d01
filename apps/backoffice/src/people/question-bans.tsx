import { memberName } from '@rookies/data/members/member-list'
import { QUESTION_MESSAGES } from '@rookies/data/questions/question-messages'
import type { QuestionBan } from '@rookies/data/questions/question-moderation'
import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { Button, Flex } from 'antd'
import { MessageCircleQuestion } from 'lucide-react'
import { useId } from 'react'
import { PersonLink } from '../app/person-link'
import { useAct } from '../app/use-act'
import { useLiveReads } from '../app/use-live'
import { useRead } from '../app/use-read'
import { Moment } from '../kit/cells'
import cells from '../ui/cells.module.css'
import { ListFailed } from '../ui/list-failed'
import { type RecordColumn, RecordTable } from '../ui/record-table'
import { Waiting } from '../ui/waiting'

interface QuestionBansProps {
  course: { id: string; title: string }
  /** Whether the heading names the course; for screens that are not about this course. */
  named?: boolean
}

/** Lists who is banned from the questions of a course, and lifts bans (rules/questions#banned). */
export function QuestionBans({ course, named = false }: QuestionBansProps) {
  const id = useId()
  const read = useRead('questions/bans', { input: { courseId: course.id } })
  useLiveReads(['questions'], ['questions/bans'])
  const lift = useAct({
    act: ({ id: userId }: QuestionBan) => ({
      name: 'questions/ban',
      input: { courseId: course.id, userId, banned: false },
    }),
    done: (ban) => ({ title: memberName(ban), text: QUESTION_MESSAGES.unbanned.text }),
    failed: QUESTION_MESSAGES.unbanFailed,
  })
  const heading = named ? `Banned from the questions of ${course.title}` : 'Banned people'
  return (
    <Flex component="section" vertical gap="small" aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      {read.data ? (
        read.data.length === 0 ? (
          <EmptyState icon={<MessageCircleQuestion />} title="Nobody is banned" level={3}>
            <p>
              Staff ban a person at one of their questions or answers in the portal. Banned people
              keep the course, but neither read nor write its questions.
            </p>
          </EmptyState>
        ) : (
          <RecordTable
            label={heading}
            columns={banColumns(lift.isPending ? lift.subject?.id : undefined, lift.mutate)}
            records={read.data}
          />
        )
      ) : read.isError ? (
        <ListFailed title={QUESTION_MESSAGES.bansFailed.text} read={read} />
      ) : (
        <Waiting rows={3} />
      )}
    </Flex>
  )
}

function banColumns(
  lifted: string | undefined,
  onLift: (ban: QuestionBan) => void,
): RecordColumn<QuestionBan>[] {
  return [
    {
      key: 'name',
      title: 'Name',
      place: 'lead',
      render: (ban) => <PersonLink id={ban.id}>{memberName(ban)}</PersonLink>,
    },
    {
      key: 'banned_at',
      title: 'Banned',
      place: 'left',
      named: true,
      render: ({ banned_at }) => <Moment of={banned_at} />,
    },
    {
      key: 'by',
      title: 'By',
      place: 'left',
      named: true,
      render: ({ by }) => <span className={cells.fact}>{by ?? 'Unknown'}</span>,
    },
    {
      key: 'actions',
      title: 'Actions',
      actions: true,
      width: '9rem',
      align: 'right',
      render: (ban) => (
        <Button
          size="small"
          type="text"
          data-writes
          loading={lifted === ban.id}
          aria-label={`Lift the ban of ${memberName(ban)}`}
          onClick={() => onLift(ban)}
        >
          Lift Ban
        </Button>
      ),
    },
  ]
}
