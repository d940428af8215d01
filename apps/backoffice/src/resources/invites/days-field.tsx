import { Form, InputNumber } from 'antd'
import { Optional } from '../../ui/optional'

/** A field for the number of days for which an invite is valid (rules/invites#invite-lasts). */
export function DaysField({ name }: { name: string }) {
  return (
    <Form.Item
      name={name}
      label={<Optional>Valid for days</Optional>}
      extra="Without a number: 2 days, or until the first day of the cohort if that is later."
    >
      <InputNumber min={1} max={90} precision={0} />
    </Form.Item>
  )
}
