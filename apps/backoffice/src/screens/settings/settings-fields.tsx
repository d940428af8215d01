import {
  SETTINGS_LIMITS,
  type SettingsSwitch,
  type SettingsText,
  settingName,
} from '@rookies/data/settings/settings-form'
import { Flex, Input, Switch } from 'antd'
import type { ReactNode } from 'react'
import cells from '../../ui/cells.module.css'
import { Field } from '../../ui/field'
import { StatusBadge } from '../../ui/status-badge'

/** Rows of the texts that take more than one. */
const ROWS: Partial<Record<SettingsText, { minRows: number; maxRows: number }>> = {
  site_description: { minRows: 2, maxRows: 6 },
  terms_text: { minRows: 5, maxRows: 16 },
  privacy_text: { minRows: 5, maxRows: 16 },
}

interface TextFieldProps {
  field: SettingsText
  value: string
  error: string | null
  hint?: ReactNode
  onChange: (value: string) => void
}

/** A text of the settings. */
export function TextField({ field, value, error, hint, onChange }: TextFieldProps) {
  const rows = ROWS[field]
  return (
    <Field id={`settings-${field}`} label={settingName(field)} error={error} hint={hint}>
      {(control) =>
        rows ? (
          <Input.TextArea
            {...control}
            value={value}
            autoComplete="off"
            autoSize={rows}
            {...(field === 'site_description' && {
              count: { show: true, max: SETTINGS_LIMITS[field] },
            })}
            onChange={({ target }) => onChange(target.value)}
          />
        ) : (
          <Input
            {...control}
            value={value}
            autoComplete="off"
            type={field === 'contact_email' ? 'email' : 'text'}
            required={field === 'site_name'}
            onChange={({ target }) => onChange(target.value)}
          />
        )
      }
    </Field>
  )
}

interface SwitchFieldProps {
  field: SettingsSwitch
  on: boolean
  /** It stands otherwise than it is saved. */
  turned: boolean
  /** What it does as it stands; null while the figures are on their way. */
  words: string | null
  failed: boolean
  onChange: (on: boolean) => void
}

/** A switch of the settings, and what it does to whom. */
export function SwitchField({ field, on, turned, words, failed, onChange }: SwitchFieldProps) {
  const id = `settings-${field}`
  return (
    <Flex justify="space-between" gap="middle">
      <div>
        <label htmlFor={id} className={cells.name}>
          {settingName(field)}
        </label>{' '}
        {turned && <StatusBadge tone="draft" label="Not saved yet" />}
        <p id={`${id}-words`} className={cells.fact}>
          {words ?? (failed ? 'Whom it would touch could not be counted.' : 'Counting...')}
        </p>
      </div>
      <Switch id={id} checked={on} aria-describedby={`${id}-words`} onChange={onChange} />
    </Flex>
  )
}
