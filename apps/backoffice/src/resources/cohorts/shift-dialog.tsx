import { COHORT_LIMITS } from '@rookies/data/cohorts/cohort-form'
import { actMeaning, doneText, shiftText } from '@rookies/data/cohorts/cohort-members'
import { COHORT_MESSAGES } from '@rookies/data/cohorts/cohort-messages'
import { memberName } from '@rookies/data/members/member-list'
import { formatPeople } from '@rookies/data/wording'
import { Form } from 'antd'
import { FormDialog } from '../../kit/form-dialog'
import { NumberControl } from '../../kit/number-control'
import { someDays } from '../../kit/rules'
import { useActForm } from '../../kit/saved-form'
import { PeopleSubject } from './people-subject'
import type { PeopleQuestion } from './use-people-acts'

interface ShiftDialogProps {
  cohortId: string
  subject: PeopleQuestion
  onShifted?: () => void
  onClose: () => void
}

interface Values {
  days: number | null
}

const A_WEEK: Values = { days: 7 }

/** Asks by how many days everything comes later for these people (rules/cohorts#shift). */
export function ShiftDialog({ cohortId, subject, onShifted, onClose }: ShiftDialogProps) {
  const { people, ids } = subject
  const saved = useActForm({
    // A draft belongs to one question, because its operation id belongs to the people of that question.
    draftOf: `cohort_members/shift:${subject.operationId}`,
    act: ({ days }: Values, operationId) => ({
      name: 'cohort_members/change',
      input: { cohortId, people: ids, act: 'shift', days: days ?? 0, operationId },
    }),
    done: ({ changed: count }, { days }) => {
      const [only] = people
      const peopleText = ids.length === 1 && only ? memberName(only) : formatPeople(count)
      return { text: doneText('shift', peopleText, days ?? 0) }
    },
    failed: COHORT_MESSAGES.changeFailed,
    leave: () => {
      onShifted?.()
      onClose()
    },
  })
  const days = Form.useWatch('days', saved.form) ?? 0
  return (
    <FormDialog
      title="Shift by Days"
      size="question"
      saved={saved}
      initial={A_WEEK}
      dirty={false}
      submit="Shift"
      submitting="Shifting..."
      above={<PeopleSubject people={people} ids={ids} />}
      note={days === 0 ? '' : `Everything comes ${shiftText(days)}, on top of earlier shifts.`}
      below={<p>{actMeaning('shift')}</p>}
      onClose={onClose}
    >
      <Form.Item name="days" label="Days" rules={[someDays]}>
        <NumberControl min={-COHORT_LIMITS.days} max={COHORT_LIMITS.days} />
      </Form.Item>
    </FormDialog>
  )
}
