import { COHORT_MESSAGES } from '@rookies/data/cohorts/cohort-messages'
import { behindReasonText, NOTE_LENGTH } from '@rookies/data/cohorts/falling-behind'
import { memberName } from '@rookies/data/members/member-list'
import { Form, Input } from 'antd'
import { FormDialog } from '../kit/form-dialog'
import { useActForm } from '../kit/saved-form'
import { Optional } from '../ui/optional'
import { Subject } from '../ui/subject'
import type { BehindRow } from './behind-list'

interface ClearBehindProps {
  row: BehindRow
  onClose: () => void
}

interface Values {
  note: string
}

const NO_NOTE: Values = { note: '' }

/** Clears an entry of the list of people who have fallen behind, with a note for other staff (rules/cohorts#behind). */
export function ClearBehind({ row, onClose }: ClearBehindProps) {
  const { person, cohort, behind } = row
  const saved = useActForm({
    draftOf: `cohort_members/behind:${cohort.id}:${person.id}:${behind.reason}`,
    act: ({ note }: Values) => ({
      name: 'cohort_members/clear_behind',
      input: { cohortId: cohort.id, personId: person.id, reason: behind.reason, note },
    }),
    done: COHORT_MESSAGES.cleared,
    failed: COHORT_MESSAGES.clearFailed,
    leave: onClose,
  })
  return (
    <FormDialog
      title="Clear With a Note"
      size="question"
      saved={saved}
      initial={NO_NOTE}
      submit="Clear"
      submitting="Clearing..."
      above={<Subject name={memberName(person)} more={behindReasonText(behind)} />}
      below={
        <p>
          They are no longer listed for this, and are listed again once there is something new.
          Staff read the note on the person's page. It is also in the data that the person can
          download.
        </p>
      }
      onClose={onClose}
    >
      <Form.Item name="note" label={<Optional>Note</Optional>}>
        <Input.TextArea
          autoSize={{ minRows: 2, maxRows: 6 }}
          count={{ show: true, max: NOTE_LENGTH }}
          maxLength={NOTE_LENGTH}
          placeholder="Called them; they were ill and start again on Monday."
        />
      </Form.Item>
    </FormDialog>
  )
}
