import type { EmailColumn as Column, Heading } from '@rookies/data/invites/read-invite-list'
import { Form } from 'antd'
import { useId } from 'react'
import { SelectField } from './select-field'

interface EmailColumnProps {
  heading: Heading
  /** The column that was chosen, from 0; undefined before. */
  value: Column | undefined
  /** Takes the focus: it has come up by a press. */
  autoFocus?: boolean
  onChange: (column: Column) => void
}

const NONE = 'none'

/** Asks which column of a list holds the addresses, where no name of a column tells it. */
export function EmailColumn({ heading, value, autoFocus = false, onChange }: EmailColumnProps) {
  const id = useId()
  return (
    <Form.Item
      layout="vertical"
      label={`Line ${heading.at} seems to name columns. Which one holds the email addresses?`}
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
