import { NOTIFICATION_LIMITS, textLength } from '@rookies/data/notifications/admin-draft'
import { NOTICE_TYPES } from '@rookies/data/notifications/notification-list'
import { ownZoneText } from '@rookies/data/time/moment-text'
import { KINDS } from '@rookies/ui/bell/kinds'
import { Flex, Form, Input, Switch, Typography } from 'antd'
import { useId } from 'react'
import { judgedBy } from '../../kit/rules'
import { DateField } from '../../ui/date-field'
import { Optional } from '../../ui/optional'
import { SelectField } from '../../ui/select-field'
import styles from './draft-fields.module.css'

interface DraftFieldsProps<Values> {
  /** Returns the errors of a draft, by field. */
  problemsOf: (values: Values) => object
  /** When the notification appeared, which cannot be changed any more; missing if it has not appeared. */
  appeared?: string | undefined
}

const counted = (max: number) => ({
  count: { show: true, max, strategy: textLength },
  autoComplete: 'off',
})

/** The fields of a notification: its text, its link, and when it appears and disappears. */
export function DraftFields<Values>({ problemsOf, appeared }: DraftFieldsProps<Values>) {
  const id = useId()
  const rules = (field: string) => [judgedBy(problemsOf, field)]
  return (
    <>
      <Form.Item name="type" label="Type">
        <SelectField
          label="Type"
          options={NOTICE_TYPES.map((value) => ({ value, label: KINDS[value].name }))}
        />
      </Form.Item>
      <Form.Item name="title" label="Title" rules={rules('title')}>
        <Input {...counted(NOTIFICATION_LIMITS.title)} required />
      </Form.Item>
      <Form.Item name="message" label="Message" rules={rules('message')}>
        <Input.TextArea
          {...counted(NOTIFICATION_LIMITS.message)}
          required
          autoSize={{ minRows: 3, maxRows: 10 }}
        />
      </Form.Item>
      <div className={styles.pair}>
        <Form.Item
          name="actionLabel"
          label={<Optional>Button text</Optional>}
          rules={rules('actionLabel')}
          extra="Such as Open the lesson."
        >
          <Input {...counted(NOTIFICATION_LIMITS.actionLabel)} />
        </Form.Item>
        <Form.Item
          name="actionUrl"
          label={<Optional>Button URL</Optional>}
          rules={rules('actionUrl')}
          extra="/app/… for a page on this site, or https://…"
        >
          <Input inputMode="url" autoComplete="off" spellCheck={false} />
        </Form.Item>
      </div>
      <Flex align="flex-start" gap="middle">
        <Form.Item name="important" valuePropName="checked" noStyle>
          <Switch id={`${id}-important`} aria-describedby={`${id}-important-hint`} />
        </Form.Item>
        <div>
          <label htmlFor={`${id}-important`} className={styles.label}>
            Important
          </label>
          <br />
          <Typography.Text type="secondary" id={`${id}-important-hint`}>
            Members can mute a type. An important notification cannot be muted.
          </Typography.Text>
        </div>
      </Flex>
      <fieldset className={styles.group} aria-describedby={`${id}-zone`}>
        <legend className={styles.label}>Schedule</legend>
        {appeared !== undefined && (
          <Typography.Text type="secondary">
            {`It appeared ${appeared}. You can't change this any more.`}
          </Typography.Text>
        )}
        <div className={styles.pair}>
          {appeared === undefined && (
            <Form.Item
              name="publishAt"
              label={<Optional>Send at</Optional>}
              rules={rules('publishAt')}
              extra="Leave empty to send now."
            >
              <DateField timed />
            </Form.Item>
          )}
          <Form.Item
            name="expiresAt"
            label={<Optional>Ends at</Optional>}
            rules={rules('expiresAt')}
            extra="Leave empty for no end."
          >
            <DateField timed />
          </Form.Item>
        </div>
        <Typography.Text type="secondary" id={`${id}-zone`}>
          {`Times are in your time zone, ${ownZoneText()}. Everyone gets it at the same moment.`}
        </Typography.Text>
      </fieldset>
    </>
  )
}
