import { ROLES, roleLabel } from '@rookies/data/access/roles'
import { roleLabelKey } from '@rookies/data/invites/read-invite-list'
import { Form } from 'antd'
import { useId } from 'react'
import { useMay } from '../../app/may'
import { SelectField } from '../../ui/select-field'

/** The choice by which the lines with a text are left out. No role is called so. */
const OUT = ''

interface RoleWordsProps {
  /** What the role column says instead of a role. */
  words: readonly string[]
  /** The chosen role of each text, as `roleLabelKey` has it. */
  chosen: Readonly<Record<string, string>>
  onChange: (word: string, role: string) => void
}

/** Asks once for each text of a role column, such as Student, which role it means (rules/invites#list-accounted). */
export function RoleLabels({ words, chosen, onChange }: RoleWordsProps) {
  const id = useId()
  const mayGiveRole = useMay('invites', 'give_role')
  const roles = mayGiveRole ? ROLES.toReversed() : (['MEMBER'] as const)
  return words.map((word, place) => (
    <Form.Item
      key={roleLabelKey(word)}
      layout="vertical"
      label={`Which role do people with “${word}” get?`}
      htmlFor={`${id}-${place}`}
    >
      <SelectField<string>
        id={`${id}-${place}`}
        autoFocus={place === 0}
        label={`Role for “${word}”`}
        {...(chosen[roleLabelKey(word)] !== undefined && {
          value: chosen[roleLabelKey(word)] ?? OUT,
        })}
        options={[
          ...roles.map((value) => ({ value, label: roleLabel(value) })),
          { value: OUT, label: 'None: leave these lines out' },
        ]}
        onChange={(role) => onChange(roleLabelKey(word), role)}
      />
    </Form.Item>
  ))
}
