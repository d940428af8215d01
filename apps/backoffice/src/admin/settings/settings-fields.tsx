import {
  SETTINGS_LIMITS,
  type SettingsSwitch,
  type SettingsText,
  settingName,
} from '@rookies/data/settings/settings-form'
import { Input, Switch } from 'antd'
import type { ReactNode } from 'react'
import { StatusBadge } from '../../ui/status-badge'
import styles from './settings.module.css'

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
  const id = `settings-${field}`
  const rows = ROWS[field]
  const common = {
    id,
    value,
    autoComplete: 'off',
    status: error ? ('error' as const) : ('' as const),
    'aria-invalid': error !== null,
    'aria-describedby': [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' '),
  }
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {settingName(field)}
      </label>
      {rows ? (
        <Input.TextArea
          {...common}
          autoSize={rows}
          {...(field === 'site_description' && {
            count: { show: true, max: SETTINGS_LIMITS[field] },
          })}
          onChange={({ target }) => onChange(target.value)}
        />
      ) : (
        <Input
          {...common}
          type={field === 'contact_email' ? 'email' : 'text'}
          required={field === 'site_name'}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
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
    <div className={styles.switch}>
      <div>
        <label htmlFor={id} className={styles.label}>
          {settingName(field)}
        </label>{' '}
        {turned && <StatusBadge tone="draft" label="Not saved yet" />}
        <p id={`${id}-words`} className={styles.hint}>
          {words ?? (failed ? 'Whom it would touch could not be counted.' : 'Counting...')}
        </p>
      </div>
      <Switch id={id} checked={on} aria-describedby={`${id}-words`} onChange={onChange} />
    </div>
  )
}
