import { ROLES, roleLabel } from '@rookies/data/access/roles'
import { roleLabelKey } from '@rookies/data/invites/read-invite-list'
import { Form } from 'antd'
import { useId } from 'react'
import { useMay } from '../../app/may'
import { SelectField } from '../../ui/select-field'

/** The value of the option that leaves out all lines with a text. */
const LEAVE_OUT = ''

interface RoleLabelsProps {
  /** The texts of the role column that are not names of roles. */
  labels: readonly string[]
  /** The chosen role for each text; the keys come from `roleLabelKey`. */
  chosen: Readonly<Record<string, string>>
  onChange: (label: string, role: string) => void
}

/** Asks for the role of each text in the role column that is no role, like Student (rules/invites#list-accounted). */
export function RoleLabels({ labels, chosen, onChange }: RoleLabelsProps) {
  const id = useId()
  const mayGiveRole = useMay('invites', 'give_role')
  const roles = mayGiveRole ? ROLES.toReversed() : (['MEMBER'] as const)
  return labels.map((label, place) => (
    <Form.Item
      key={roleLabelKey(label)}
      layout="vertical"
      label={`Which role do people with “${label}” get?`}
      htmlFor={`${id}-${place}`}
    >
      <SelectField<string>
        id={`${id}-${place}`}
        autoFocus={place === 0}
        label={`Role for “${label}”`}
        {...(chosen[roleLabelKey(label)] !== undefined && {
          value: chosen[roleLabelKey(label)] ?? LEAVE_OUT,
        })}
        options={[
          ...roles.map((value) => ({ value, label: roleLabel(value) })),
          { value: LEAVE_OUT, label: 'None: leave these lines out' },
        ]}
        onChange={(role) => onChange(roleLabelKey(label), role)}
      />
    </Form.Item>
  ))
}
