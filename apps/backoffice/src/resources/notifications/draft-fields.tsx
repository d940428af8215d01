import {
  type DraftErrors,
  type DraftField,
  NOTIFICATION_LIMITS,
  type NotificationDraft,
  textLength,
} from '@rookies/data/notifications/admin-draft'
import { NOTICE_TYPES } from '@rookies/data/notifications/notice'
import { KINDS } from '@rookies/ui/bell/kinds'
import { Flex, Input, Switch, Typography } from 'antd'
import { DateField } from '../../ui/date-field'
import { Field } from '../../ui/field'
import { SelectField } from '../../ui/select-field'
import styles from './composer.module.css'
import { timeZoneWords } from './time-zone'

interface DraftFieldsProps {
  id: string
  draft: NotificationDraft
  errors: DraftErrors
  /** When it appeared, for one that has: that stays. */
  appeared?: string | undefined
  onChange: (values: Partial<NotificationDraft>) => void
}

/** The id of a field's control. */
export function fieldId(id: string, field: DraftField): string {
  return `${id}-${field}`
}

/** What a notification says, where it leads, and from when until when it is there. */
export function DraftFields({ id, draft, errors, appeared, onChange }: DraftFieldsProps) {
  const counted = (max: number) => ({
    count: { show: true, max, strategy: textLength },
    autoComplete: 'off',
  })
  return (
    <>
      <Field id={`${id}-type`} label="Type">
        {() => (
          <SelectField
            id={`${id}-type`}
            label="Type"
            value={draft.type}
            options={NOTICE_TYPES.map((value) => ({ value, label: KINDS[value].name }))}
            onChange={(type) => onChange({ type })}
          />
        )}
      </Field>
      <Field id={fieldId(id, 'title')} label="Title" error={errors.title}>
        {(control) => (
          <Input
            {...control}
            {...counted(NOTIFICATION_LIMITS.title)}
            required
            value={draft.title}
            onChange={({ target }) => onChange({ title: target.value })}
          />
        )}
      </Field>
      <Field id={fieldId(id, 'message')} label="Message" error={errors.message}>
        {(control) => (
          <Input.TextArea
            {...control}
            {...counted(NOTIFICATION_LIMITS.message)}
            required
            autoSize={{ minRows: 3, maxRows: 10 }}
            value={draft.message}
            onChange={({ target }) => onChange({ message: target.value })}
          />
        )}
      </Field>
      <div className={styles.pair}>
        <Field
          id={fieldId(id, 'actionLabel')}
          label="Button text"
          error={errors.actionLabel}
          hint="Optional, such as Open the lesson."
        >
          {(control) => (
            <Input
              {...control}
              {...counted(NOTIFICATION_LIMITS.actionLabel)}
              value={draft.actionLabel}
              onChange={({ target }) => onChange({ actionLabel: target.value })}
            />
          )}
        </Field>
        <Field
          id={fieldId(id, 'actionUrl')}
          label="Button URL"
          error={errors.actionUrl}
          hint="Optional: /app/… for a page of ours, or https://…"
        >
          {(control) => (
            <Input
              {...control}
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              value={draft.actionUrl}
              onChange={({ target }) => onChange({ actionUrl: target.value })}
            />
          )}
        </Field>
      </div>
      <Flex align="flex-start" gap="middle">
        <Switch
          id={`${id}-important`}
          checked={draft.important}
          aria-describedby={`${id}-important-hint`}
          onChange={(important) => onChange({ important })}
        />
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
            {`It appeared ${appeared}. That stays as it is.`}
          </Typography.Text>
        )}
        <div className={styles.pair}>
          {appeared === undefined && (
            <Moment
              id={fieldId(id, 'publishAt')}
              label="Send at"
              hint="Empty for at once."
              error={errors.publishAt}
              value={draft.publishAt}
              onChange={(publishAt) => onChange({ publishAt })}
            />
          )}
          <Moment
            id={fieldId(id, 'expiresAt')}
            label="Ends at"
            hint="Empty for no end."
            error={errors.expiresAt}
            value={draft.expiresAt}
            onChange={(expiresAt) => onChange({ expiresAt })}
          />
        </div>
        <Typography.Text type="secondary" id={`${id}-zone`}>
          {`Times are in your time zone, ${timeZoneWords()}. Everybody gets it at the same moment.`}
        </Typography.Text>
      </fieldset>
    </>
  )
}

interface MomentProps {
  id: string
  label: string
  hint: string
  error: string | undefined
  value: string
  onChange: (value: string) => void
}

function Moment({ id, label, hint, error, ...field }: MomentProps) {
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      {(control) => <DateField {...control} {...field} timed />}
    </Field>
  )
}
