import type { Recipients } from '@rookies/data/notifications/admin-draft'
import { NOTIFICATION_ADMIN_TOASTS } from '@rookies/data/notifications/admin-messages'
import { AUDIENCES, type Audience } from '@rookies/data/notifications/notification-list'
import { formatPeople } from '@rookies/data/wording'
import { Radio, Typography } from 'antd'
import { PersonSelect } from '../../kit/person-select'
import { Field } from '../../ui/field'
import styles from './composer.module.css'
import { useAudience } from './use-audience'

interface RecipientFieldProps {
  id: string
  recipients: Recipients
  error: string | undefined
  onChange: (recipients: Recipients) => void
}

const LABELS: Record<Audience, string> = { global: 'All members', specific: 'A specific user' }

/** All members, or one person picked from all of them (rules/notifications#draft). */
export function RecipientField({ id, recipients, error, onChange }: RecipientFieldProps) {
  const count = useAudience()
  return (
    <fieldset className={styles.group}>
      <legend className={styles.label}>Recipients</legend>
      <Radio.Group
        name={`${id}-audience`}
        value={recipients.audience}
        onChange={({ target }) => onChange({ ...recipients, audience: target.value })}
        options={AUDIENCES.map((audience) => ({
          value: audience,
          label: (
            <>
              {LABELS[audience]}{' '}
              {audience === 'global' && count !== undefined && (
                <Typography.Text type="secondary">{formatPeople(count)}</Typography.Text>
              )}
            </>
          ),
        }))}
      />
      {recipients.audience === 'specific' && (
        <Field id={`${id}-recipient`} label="User" error={error}>
          {(control) => (
            <PersonSelect
              {...control}
              // Whom a notification reaches.
              state="active"
              placeholder="Search users..."
              failed={NOTIFICATION_ADMIN_TOASTS.recipientsFailed}
              person={recipients.person}
              onChange={(person) => onChange({ ...recipients, person })}
            />
          )}
        </Field>
      )}
    </fieldset>
  )
}
