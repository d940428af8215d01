import {
  AUDIENCES,
  type Audience,
  NOTIFICATION_ADMIN_MESSAGES,
} from '@rookies/data/notifications/notification-list'
import { formatPeople } from '@rookies/data/wording'
import { Form, Radio, Typography } from 'antd'
import { useId } from 'react'
import { PersonSelect } from '../../kit/person-select'
import { judgedBy } from '../../kit/rules'
import styles from './draft-fields.module.css'
import { useAudience } from './use-audience'

interface RecipientFieldProps<Values> {
  problemsOf: (values: Values) => object
  audience: Audience
}

const LABELS: Record<Audience, string> = { global: 'All members', specific: 'A specific user' }

/** Chooses the recipients: all members, or one person (rules/notifications#draft). */
export function RecipientField<Values>({ problemsOf, audience }: RecipientFieldProps<Values>) {
  const id = useId()
  const count = useAudience()
  return (
    <fieldset className={styles.group}>
      <legend className={styles.label}>Recipients</legend>
      <Form.Item name="audience" noStyle>
        <Radio.Group
          name={id}
          options={AUDIENCES.map((value) => ({
            value,
            label: (
              <>
                {LABELS[value]}{' '}
                {value === 'global' && count !== undefined && (
                  <Typography.Text type="secondary">{formatPeople(count)}</Typography.Text>
                )}
              </>
            ),
          }))}
        />
      </Form.Item>
      {audience === 'specific' && (
        <Form.Item name="person" label="User" rules={[judgedBy(problemsOf, 'person')]}>
          <PersonSelect
            // Only active accounts are offered, because a notification reaches no others.
            state="active"
            placeholder="Search users..."
            failed={NOTIFICATION_ADMIN_MESSAGES.recipientsFailed}
          />
        </Form.Item>
      )}
    </fieldset>
  )
}
