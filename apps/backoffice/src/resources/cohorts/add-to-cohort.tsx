import { COHORT_MESSAGES } from '@rookies/data/cohorts/cohort-messages'
import { memberName } from '@rookies/data/members/member-list'
import { Form } from 'antd'
import { CohortSelect } from '../../kit/cohort-select'
import { FormDialog } from '../../kit/form-dialog'
import type { ChosenPerson } from '../../kit/person-select'
import { needed } from '../../kit/rules'
import { useActForm } from '../../kit/saved-form'
import { Subject } from '../../ui/subject'

interface AddToCohortProps {
  person: ChosenPerson
  onClose: () => void
}

interface Values {
  cohort: string | null
}

const NONE: Values = { cohort: null }

/** Adds one person to one of the cohorts that the reader may manage. */
export function AddToCohort({ person, onClose }: AddToCohortProps) {
  const saved = useActForm({
    draftOf: `cohort_members/add:${person.id}`,
    act: ({ cohort }: Values) => ({
      name: 'cohort_members/add',
      input: { id: cohort ?? '', people: [person.id] },
    }),
    done: ({ added }) => ({
      text:
        added > 0
          ? `${memberName(person)} was added`
          : `${memberName(person)} is in this cohort already`,
    }),
    failed: COHORT_MESSAGES.addFailed,
    leave: onClose,
  })
  return (
    <FormDialog
      title="Add to a Cohort"
      size="question"
      saved={saved}
      initial={NONE}
      submit="Add"
      submitting="Adding..."
      needsChange
      above={<Subject name={memberName(person)} more={person.email} />}
      onClose={onClose}
    >
      <Form.Item name="cohort" label="Cohort" rules={[needed('Cohort')]}>
        <CohortSelect />
      </Form.Item>
    </FormDialog>
  )
}
