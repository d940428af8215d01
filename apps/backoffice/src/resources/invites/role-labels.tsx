import { ROLES, roleLabel } from '@rookies/data/access/roles'
import { roleLabelKey } from '@rookies/data/invites/read-invite-list'
import { Form } from 'antd'
import { useId } from 'react'
import { useMay } from '../../app/may'
import { SelectField } from '../../ui/select-field'

/** The option that leaves out the lines with a text. It is no valid role. */
const LEAVE_OUT = ''

interface RoleWordsProps {
  /** The texts of the role column that are not names of roles. */
  labels: readonly string[]
  /** The chosen role for each text; the keys come from `roleLabelKey`. */
  chosen: Readonly<Record<string, string>>
  onChange: (word: string, role: string) => void
}

/** Asks which role each other text of a role column means, such as Student (rules/invites#list-accounted). */
export function RoleLabels({ labels: words, chosen, onChange }: RoleWordsProps) {
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
          value: chosen[roleLabelKey(word)] ?? LEAVE_OUT,
        })}
        options={[
          ...roles.map((value) => ({ value, label: roleLabel(value) })),
          { value: LEAVE_OUT, label: 'None: leave these lines out' },
        ]}
        onChange={(role) => onChange(roleLabelKey(word), role)}
      />
    </Form.Item>
  ))
}
