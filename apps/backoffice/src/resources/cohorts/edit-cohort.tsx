import type { CohortDetails } from '@rookies/data/cohorts/cohort'
import {
  type CohortFormValues,
  cohortColumns,
  cohortFormValues,
} from '@rookies/data/cohorts/cohort-form'
import { COHORT_RECORD_MESSAGES } from '@rookies/data/cohorts/cohort-messages'
import { useState } from 'react'
import { useReadAgainOf } from '../../app/use-read-again'
import { FormDialog } from '../../kit/form-dialog'
import { useRecordForm } from '../../kit/saved-form'
import { CohortFields } from './cohort-fields'

interface EditCohortProps {
  cohort: CohortDetails
  onClose: () => void
}

/** Edits the title, seats, and other fields of a cohort. */
export function EditCohort({ cohort, onClose }: EditCohortProps) {
  const [initial] = useState(() => cohortFormValues(cohort))
  const saved = useRecordForm<CohortFormValues>({
    resource: 'cohorts',
    record: cohort,
    sent: cohortColumns,
    done: COHORT_RECORD_MESSAGES.saved,
    failed: COHORT_RECORD_MESSAGES.saveFailed,
    onSaved: useReadAgainOf('cohorts'),
    leave: onClose,
  })
  return (
    <FormDialog
      title="Edit Cohort"
      saved={saved}
      initial={initial}
      submit="Save Cohort"
      needsChange
      one="cohort"
      onClose={onClose}
    >
      <CohortFields isNew={false} />
    </FormDialog>
  )
}
