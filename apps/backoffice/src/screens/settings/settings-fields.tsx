import {
  SETTINGS_LIMITS,
  type SettingsSwitch,
  type SettingsText,
  settingError,
  settingName,
} from '@rookies/data/settings/settings-form'
import { Flex, Form, Input, Switch } from 'antd'
import type { ReactNode } from 'react'
import cells from '../../ui/cells.module.css'
import { MarkdownField } from '../../ui/markdown-field'
import { StatusBadge } from '../../ui/status-badge'

/** Smallest and largest number of lines, for fields with several lines. */
const ROWS: Partial<Record<SettingsText, { minRows: number; maxRows: number }>> = {
  site_description: { minRows: 2, maxRows: 6 },
  terms_text: { minRows: 5, maxRows: 16 },
  privacy_text: { minRows: 5, maxRows: 16 },
}

interface TextFieldProps {
  field: SettingsText
  /** The saved value, which is accepted even if it no longer follows the rules. */
  before: string
  hint?: ReactNode
}

/** A text setting. */
export function TextField({ field, before, hint }: TextFieldProps) {
  const rows = ROWS[field]
  const validator = async (_: unknown, value: string) => {
    const problem = value.trim() === before.trim() ? null : settingError(field, value)
    if (problem) throw new Error(problem)
  }
  return (
    <Form.Item name={field} label={settingName(field)} extra={hint} rules={[{ validator }]}>
      {field === 'site_description' ? (
        <Input.TextArea
          autoComplete="off"
          autoSize={rows}
          count={{ show: true, max: SETTINGS_LIMITS[field] }}
        />
      ) : rows ? (
        <MarkdownField ours autoComplete="off" autoSize={rows} />
      ) : (
        <Input
          autoComplete="off"
          type={field === 'contact_email' ? 'email' : 'text'}
          required={field === 'site_name'}
        />
      )}
    </Form.Item>
  )
}

interface SwitchFieldProps {
  field: SettingsSwitch
  /** Whether the person changed the switch. */
  turned: boolean
  /** What the switch does in its current position; null while the figures load. */
  effect: string | null
  failed: boolean
}

/** A switch with a sentence about the people whom it affects. */
export function SwitchField({ field, turned, effect, failed }: SwitchFieldProps) {
  const id = `settings-${field}`
  return (
    <Flex justify="space-between" gap="middle">
      <div>
        <label htmlFor={id} className={cells.name}>
          {settingName(field)}
        </label>{' '}
        {turned && <StatusBadge tone="draft" label="Not saved yet" />}
        <p id={`${id}-words`} className={cells.fact}>
          {effect ?? (failed ? "We couldn't count who this affects." : 'Counting...')}
        </p>
      </div>
      <Form.Item name={field} valuePropName="checked" noStyle>
        <Switch id={id} aria-describedby={`${id}-words`} />
      </Form.Item>
    </Flex>
  )
}
