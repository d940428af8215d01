import type { EmailColumn as Column, Heading } from '@rookies/data/invites/read-invite-list'
import { Form } from 'antd'
import { useId } from 'react'
import { SelectField } from './select-field'

interface EmailColumnProps {
  heading: Heading
  /** Index of the chosen column, from 0; undefined if none was chosen. */
  value: Column | undefined
  /** Whether the field takes the focus, because a press has just made it appear. */
  autoFocus?: boolean
  onChange: (column: Column) => void
}

const NONE = 'none'

/** Asks which column of a table contains the emails, if no column head says so. */
export function EmailColumn({ heading, value, autoFocus = false, onChange }: EmailColumnProps) {
  const id = useId()
  return (
    <Form.Item
      layout="vertical"
      label={`Line ${heading.at} looks like column names. Which column has the email addresses?`}
      htmlFor={id}
    >
      <SelectField
        id={id}
        autoFocus={autoFocus}
        label="Column of the email addresses"
        value={value === null ? NONE : String(value ?? '')}
        options={[
          ...heading.names.map((name, i) => ({
            value: String(i),
            label: name || `Column ${i + 1}`,
          })),
          { value: NONE, label: `None: line ${heading.at} is a person` },
        ]}
        onChange={(column) => onChange(column === NONE ? null : Number(column))}
      />
    </Form.Item>
  )
}
