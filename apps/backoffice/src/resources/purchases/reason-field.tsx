import { reasonProblem } from '@rookies/data/purchases/by-hand'
import { Form, Input } from 'antd'
import { judgedBy } from '../../kit/rules'

const problems = ({ reason }: { reason: string }) => reasonProblem(reason)

/** The reason why a purchase is recorded or refunded by hand. */
export function ReasonField() {
  return (
    <Form.Item
      name="reason"
      label="Reason"
      extra="Kept with the purchase and in the audit log. The member can read it."
      rules={[judgedBy(problems, 'reason')]}
    >
      <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={500} />
    </Form.Item>
  )
}
