import { lengthText } from '@rookies/data/cohorts/cohort-days'
import {
  type CohortFormValues,
  emptyCohortForm,
  newCohort,
} from '@rookies/data/cohorts/cohort-form'
import { COHORT_RECORD_MESSAGES } from '@rookies/data/cohorts/cohort-messages'
import { Form } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useCohortUrl } from '../../app/use-cohort-url'
import { FormDialog } from '../../kit/form-dialog'
import { useRecordForm } from '../../kit/saved-form'
import { CohortFields } from './cohort-fields'
import { useSlugOfTitle } from './name-fields'

/** Creates a cohort and opens its page. */
export function CreateCohort({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const urlOf = useCohortUrl()
  const [initial] = useState(emptyCohortForm)
  const saved = useRecordForm<CohortFormValues>({
    resource: 'cohorts',
    sent: newCohort,
    done: COHORT_RECORD_MESSAGES.created,
    failed: COHORT_RECORD_MESSAGES.createFailed,
    leave: ({ id }) => navigate(urlOf(String(id)), { replace: true }),
  })
  const { form } = saved
  const [first = '', last = ''] = [Form.useWatch('starts_on', form), Form.useWatch('ends_on', form)]
  return (
    <FormDialog
      title="Create Cohort"
      saved={saved}
      initial={initial}
      submit="Create Cohort"
      byAddress
      note={lengthText(first, last)}
      one="cohort"
      onValuesChange={useSlugOfTitle(form)}
      onClose={onClose}
    >
      <CohortFields isNew />
    </FormDialog>
  )
}
