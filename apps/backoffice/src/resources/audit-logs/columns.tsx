import { actionLabel } from '@rookies/data/audit/action-label'
import { nobodyName } from '@rookies/data/audit/actor'
import type { AuditRecord } from '@rookies/data/audit/audit-list'
import { targetName } from '@rookies/data/audit/target'
import { momentText } from '@rookies/data/time/moment-text'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Button } from 'antd'
import { PersonLink } from '../../app/person-link'
import cells from '../../ui/cells.module.css'
import type { RecordColumn } from '../../ui/record-table'
import { ShortId } from '../../ui/short-id'

/** The columns of the audit log. `onOpen` opens a record. */
export function auditColumns(onOpen: (record: AuditRecord) => void): RecordColumn<AuditRecord>[] {
  return [
    {
      key: 'action',
      title: 'Action',
      place: 'lead',
      render: ({ action }) => (
        <span className={cells.name} title={action}>
          {actionLabel(action)}
        </span>
      ),
    },
    {
      key: 'target',
      title: 'Target',
      render: ({ target_type, target_id, title }) => (
        <>
          {title !== null && <span className={cells.name}>{`${title} `}</span>}
          <span className={cells.fact}>
            {targetName(target_type, target_id)} <ShortId id={target_id} />
          </span>
        </>
      ),
    },
    {
      key: 'time',
      title: 'Time',
      width: '12.75rem',
      render: ({ created_at }) => (
        <time className={cells.fact} dateTime={created_at}>
          {momentText(created_at, true)}
        </time>
      ),
    },
    {
      key: 'user',
      title: 'User',
      width: 'clamp(9rem, 18cqi, 16rem)',
      ellipsis: true,
      render: user,
    },
    {
      key: 'address',
      title: 'IP address',
      width: '8.5rem',
      ellipsis: true,
      render: ({ ip_address }) => (
        <span className={cells.fact} title={ip_address ?? undefined}>
          {ip_address}
        </span>
      ),
    },
    {
      key: 'details',
      title: <VisuallyHidden>Details</VisuallyHidden>,
      place: 'corner',
      actions: true,
      width: '6rem',
      align: 'right',
      render: (record) => (
        <Button
          size="small"
          type="text"
          aria-label={`Details of ${actionLabel(record.action)}, ${momentText(record.created_at)}`}
          onClick={() => onOpen(record)}
        >
          Details
        </Button>
      ),
    },
  ]
}

function user({ user_id, who, actor }: AuditRecord) {
  if (user_id === null) {
    return <span className={cells.fact}>{nobodyName(actor)}</span>
  }
  return (
    <span title={who ?? undefined}>
      <PersonLink id={user_id}>{who ?? 'Unnamed User'}</PersonLink> <ShortId id={user_id} />
    </span>
  )
}
