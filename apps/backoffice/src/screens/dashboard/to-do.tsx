import { MOST, type ToDo as Waiting } from '@rookies/data/dashboard/read-dashboard'
import { MOTOR_STOPPED } from '@rookies/data/due-work/messages'
import { noticeReason } from '@rookies/data/purchases/notices'
import { capitalized, formatCount, formatNumber } from '@rookies/data/wording'
import { Card, Flex, List } from 'antd'
import {
  CalendarX,
  CreditCard,
  Flag,
  ListTodo,
  type LucideIcon,
  MailWarning,
  Milestone,
  MoonStar,
  ReceiptText,
  UserRoundSearch,
} from 'lucide-react'
import { Link } from 'react-router-dom'
import cells from '../../ui/cells.module.css'

interface Item {
  icon: LucideIcon
  /** The task. */
  text: string
  /** What it means, or where it is. */
  note: string
  /** The address of the screen where it is done. */
  to: string
}

const WRAPPED = { minWidth: 0, overflowWrap: 'anywhere' } as const

/** Tasks that wait, each linked to the screen where it is done (rules/records#dashboard). */
export function ToDo({ waiting }: { waiting: Waiting }) {
  return (
    <Card
      role="region"
      aria-labelledby="to-do"
      title={
        <Flex component="h2" id="to-do" align="center" gap="small">
          <ListTodo aria-hidden="true" />
          To Do
        </Flex>
      }
    >
      <List
        rowKey="to"
        size="small"
        dataSource={items(waiting)}
        locale={{ emptyText: 'Nothing to do.' }}
        renderItem={({ icon: Icon, text, note, to }) => (
          <List.Item>
            <Flex gap="middle" align="flex-start">
              <Icon aria-hidden="true" />
              <span style={WRAPPED}>
                <Link to={to}>{text}</Link>
                <p className={cells.second}>{note}</p>
              </span>
            </Flex>
          </List.Item>
        )}
      />
    </Card>
  )
}

function items(waiting: Waiting): Item[] {
  const { inactive, ending, pending, unassigned, events, reports, due, dropOffs } = waiting
  const several = reports.communities > 1 || reports.communityId === null
  const found: (Item | false)[] = [
    due.stopped && {
      icon: CalendarX,
      text: MOTOR_STOPPED,
      note: 'Scheduled emails and tasks are waiting',
      to: '/admin/due-work',
    },
    due.failed > 0 && {
      icon: CalendarX,
      text: count(due.failed, 'failed background job'),
      note: 'See why and try again',
      to: '/admin/due-work?state=FAILED',
    },
    reports.posts > 0 && {
      icon: Flag,
      text: `${count(reports.posts, 'reported post')} to review`,
      note: several ? `In ${reports.communities} communities` : 'In one community',
      to: several ? '/admin/communities' : `/admin/communities/${reports.communityId}?view=reports`,
    },
    events.open > 0 && {
      icon: ReceiptText,
      text: `${count(events.open, 'purchase event')} to review`,
      note: eventsNote(events),
      to: '/admin/purchases',
    },
    unassigned > 0 && {
      icon: UserRoundSearch,
      text: `${count(unassigned, 'paid purchase')} without a member`,
      note: 'Give each to the member who paid it',
      to: '/admin/purchases?status=NO_MEMBER',
    },
    pending > 0 && {
      icon: CreditCard,
      text: count(pending, 'pending purchase'),
      note: "The payment provider hasn't reported the result yet",
      to: '/admin/purchases?status=PENDING',
    },
    ending > 0 && {
      icon: MailWarning,
      text: `${count(ending, 'invite ends', 'invites end')} within a day`,
      note: 'Resend the ones that you still want',
      to: '/admin/invites?status=ACTIVE&sort=ending',
    },
    inactive > 0 && {
      icon: MoonStar,
      text: `${count(inactive, 'learner')} without activity for 14 days`,
      note: 'With an unfinished course',
      to: '/admin/analytics?quiet=14&sort=inactive',
    },
    ...dropOffs.map((stop) => ({
      icon: Milestone,
      text: `${count(stop.learners, 'learner')} stopped before “${stop.title}”`,
      note: stop.course,
      to: `/admin/courses/${stop.course_id}?lesson=${stop.id}`,
    })),
  ]
  return found.filter((item) => item !== false)
}

/** Why the events wait. The screen that lists them shows their ids. */
function eventsNote({ open, newest }: Waiting['events']): string {
  const sentences = newest.map((event) => `${capitalized(noticeReason(event))}.`)
  const more = open - newest.length
  return [...sentences, ...(more > 0 ? [`And ${formatNumber(more)} more.`] : [])].join(' ')
}

/** A figure with its noun; figures are counted up to a thousand only. */
function count(number: number, one: string, many = `${one}s`): string {
  if (number > MOST) return `More than ${formatNumber(MOST)} ${many}`
  return formatCount(number, one, many)
}
