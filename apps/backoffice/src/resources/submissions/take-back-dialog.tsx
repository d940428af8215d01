import { VERDICT_LABELS } from '@rookies/data/assignments/queue-labels'
import { REVIEW_MESSAGES } from '@rookies/data/assignments/review-messages'
import type { Review } from '@rookies/data/assignments/round'
import { Form, Input } from 'antd'
import { FormDialog } from '../../kit/form-dialog'
import { useActForm } from '../../kit/saved-form'
import { Subject } from '../../ui/subject'

interface TakeBackDialogProps {
  review: Review
  onClose: () => void
}

interface Values {
  reason: string
}

const CONSEQUENCES: Record<Review['verdict'], string> = {
  PASS: 'The work waits again where it was. The lesson is no longer completed.',
  AGAIN: 'The work waits again where it was.',
}

const NO_REASON: Values = { reason: '' }
/** The longest reason that the database accepts. */
const REASON_LENGTH = 500

/** Takes back a review that is older than ten minutes or by somebody else (rules/assignments#taking-back). */
export function TakeBackDialog({ review, onClose }: TakeBackDialogProps) {
  const saved = useActForm({
    draftOf: `submissions/withdraw:${review.id}`,
    act: ({ reason }: Values) => ({
      name: 'submissions/withdraw',
      input: { id: review.id, reason },
    }),
    done: REVIEW_MESSAGES.takenBack,
    failed: REVIEW_MESSAGES.takeBackFailed,
    leave: onClose,
  })
  return (
    <FormDialog
      title="Take this review back?"
      size="question"
      saved={saved}
      initial={NO_REASON}
      submit="Take Back"
      submitting="Taking back..."
      danger
      above={
        <Subject
          name={VERDICT_LABELS[review.verdict]}
          more={`by ${review.reviewer ?? 'a deleted account'}`}
        />
      }
      below={<p>{CONSEQUENCES[review.verdict]}</p>}
      onClose={onClose}
    >
      <Form.Item
        name="reason"
        label="Reason"
        extra="Kept with the review. Other staff can read it."
        rules={[{ required: true, whitespace: true, message: 'Please give a reason.' }]}
      >
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={REASON_LENGTH} />
      </Form.Item>
    </FormDialog>
  )
}
