import { memberName } from '@rookies/data/members/member-list'
import type { NoticeType } from '@rookies/data/notifications/notice'
import type {
  NotificationPerson,
  SentNotification,
} from '@rookies/data/notifications/notification-list'
import { KINDS } from '@rookies/ui/bell/kinds'
import { Flex } from 'antd'
import { Copy, Pencil, Trash2 } from 'lucide-react'
import { PersonLink } from '../../app/person-link'
import { Ago } from '../../ui/ago'
import cells from '../../ui/cells.module.css'
import { Email } from '../../ui/email'
import { QuietButton } from '../../ui/quiet-button'
import type { RecordColumn } from '../../ui/record-table'
import { StatusBadge } from '../../ui/status-badge'
import { StateBadge } from './state-badge'

/** Actions on a notification; null for readers who may not use them. */
interface Actions {
  onEdit: ((notification: SentNotification) => void) | null
  onRepeat: ((notification: SentNotification) => void) | null
  onDelete: ((notification: SentNotification) => void) | null
}

interface ColumnsProps extends Actions {
  /** The current time in milliseconds. */
  now: number
}

/** The columns of the notifications' list (rules/notifications#draft), with actions. */
export function notificationColumns({
  now,
  ...actions
}: ColumnsProps): RecordColumn<SentNotification>[] {
  return [
    {
      key: 'type',
      title: 'Type',
      place: 'lead',
      width: '6.75rem',
      render: ({ type }) => <TypeMark type={type} />,
    },
    {
      key: 'title',
      title: 'Title',
      ellipsis: true,
      render: (notification) => <NotificationText notification={notification} now={now} />,
    },
    {
      key: 'recipients',
      title: 'Recipients',
      width: 'clamp(11rem, 32cqi - 8rem, 20rem)',
      ellipsis: true,
      render: recipients,
    },
    {
      key: 'sender',
      title: 'Sender',
      named: true,
      place: 'left',
      width: 'clamp(8rem, 20cqi - 4rem, 12rem)',
      ellipsis: true,
      render: ({ sender }) =>
        sender ? <Person person={sender} /> : <span className={cells.fact}>Deleted account</span>,
    },
    {
      key: 'created',
      title: 'Created',
      place: 'right',
      width: '5.5rem',
      render: ({ created_at }) => (
        <span className={cells.fact}>
          <Ago at={created_at} />
        </span>
      ),
    },
    {
      key: 'actions',
      title: 'Actions',
      place: 'corner',
      actions: true,
      width: '8.25rem',
      align: 'right',
      render: (notification) => actionsOf(notification, actions),
    },
  ]
}

const COLORS: Record<NoticeType, string> = {
  info: 'var(--color-text-muted)',
  success: 'var(--color-accent)',
  warning: 'var(--color-warning)',
  error: 'var(--color-danger)',
}

/** Shows the type of a notification with its icon and name, as the bell does. */
function TypeMark({ type }: { type: NoticeType }) {
  const { icon: Icon, name } = KINDS[type]
  return (
    <Flex component="span" align="center" gap="small">
      <Icon color={COLORS[type]} aria-hidden="true" />
      {name}
    </Flex>
  )
}

function NotificationText({ notification, now }: { notification: SentNotification; now: number }) {
  const { title, message, important } = notification
  return (
    <>
      <Flex component="p" align="center" gap="small" className={cells.badged} title={title}>
        <span className={cells.name}>{title}</span>
        {important && <StatusBadge tone="draft" label="Important" />}
      </Flex>
      <p className={cells.second} title={message}>
        {message}
      </p>
      <StateBadge notification={notification} now={now} />
    </>
  )
}

function recipients({ recipient, read_at }: SentNotification) {
  if (!recipient) return <StatusBadge tone="info" label="All Members" />
  return (
    <>
      <p className={cells.line}>
        <Person person={recipient} />{' '}
        <span className={cells.fact}>
          <Email>{recipient.email}</Email>
        </span>
      </p>
      <p className={cells.second}>
        {read_at === null ? (
          'Not read yet'
        ) : (
          <>
            Read <Ago at={read_at} />
          </>
        )}
      </p>
    </>
  )
}

function Person({ person }: { person: NotificationPerson }) {
  return (
    <span title={person.email}>
      <PersonLink id={person.id}>{memberName(person)}</PersonLink>
    </span>
  )
}

function actionsOf(notification: SentNotification, { onEdit, onRepeat, onDelete }: Actions) {
  const { title } = notification
  return (
    <Flex justify="flex-end" className={cells.actions}>
      {onEdit && (
        <QuietButton
          icon={<Pencil aria-hidden="true" />}
          title="Edit"
          aria-label={`Edit ${title}`}
          onClick={() => onEdit(notification)}
        />
      )}
      {onRepeat && (
        <QuietButton
          icon={<Copy aria-hidden="true" />}
          title="Duplicate"
          aria-label={`Duplicate ${title}`}
          onClick={() => onRepeat(notification)}
        />
      )}
      {onDelete && (
        <QuietButton
          icon={<Trash2 aria-hidden="true" />}
          title="Delete"
          aria-label={`Delete ${title}`}
          onClick={() => onDelete(notification)}
        />
      )}
    </Flex>
  )
}
