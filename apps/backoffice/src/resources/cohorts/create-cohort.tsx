import { lengthInWords } from '@rookies/data/cohorts/cohort-days'
import {
  type CohortFormValues,
  emptyCohortForm,
  newCohort,
} from '@rookies/data/cohorts/cohort-form'
import { COHORT_TEXTS } from '@rookies/data/cohorts/cohort-messages'
import { slugAfterTitle } from '@rookies/data/course-editing/course-slug'
import { Form } from 'antd'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useCohortUrl } from '../../app/use-cohort-url'
import { FormDialog } from '../../kit/form-dialog'
import { useRecordForm } from '../../kit/saved-form'
import { CohortFields } from './cohort-fields'

/** The slug that is proposed for a title in which no letter can be transliterated. */
const NUMBERED = 'cohort'

/** Creates a cohort and leads to it. */
export function CreateCohort({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const urlOf = useCohortUrl()
  const [initial] = useState(emptyCohortForm)
  const saved = useRecordForm<CohortFormValues>({
    resource: 'cohorts',
    sent: newCohort,
    done: COHORT_TEXTS.created,
    failed: COHORT_TEXTS.createFailed,
    leave: ({ id }) => navigate(urlOf(String(id)), { replace: true }),
  })
  const { form } = saved
  const [first = '', last = ''] = [Form.useWatch('starts_on', form), Form.useWatch('ends_on', form)]
  const titleBefore = useRef('')
  const followTitle = (title: string) => {
    const slug = slugAfterTitle(form.getFieldValue('slug'), titleBefore.current, title, NUMBERED)
    titleBefore.current = title
    form.setFieldsValue({ slug })
  }
  return (
    <FormDialog
      title="Create Cohort"
      saved={saved}
      initial={initial}
      submit="Create Cohort"
      byAddress
      note={lengthInWords(first, last)}
      one="cohort"
      onValuesChange={({ title }) => {
        if (title !== undefined) followTitle(title)
      }}
      onClose={onClose}
    >
      <CohortFields isNew />
    </FormDialog>
  )
}
