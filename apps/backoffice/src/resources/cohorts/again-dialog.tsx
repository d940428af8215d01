import type { CohortDetails } from '@rookies/data/cohorts/cohort'
import { againProposal } from '@rookies/data/cohorts/cohort-form'
import { COHORT_MESSAGES, COHORT_RECORD_MESSAGES } from '@rookies/data/cohorts/cohort-messages'
import { finalSlug } from '@rookies/data/communities/community-form'
import { slugFromTitle } from '@rookies/data/course-editing/course-slug'
import { dayOf } from '@rookies/data/dates/days'
import { dayInWords } from '@rookies/data/time/agreed-text'
import { addDays, daysBetween } from '@rookies/data/time/days'
import { formatCount } from '@rookies/data/wording'
import { Form } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useCohortUrl } from '../../app/use-cohort-url'
import { FormDialog } from '../../kit/form-dialog'
import { needed } from '../../kit/rules'
import { useActForm } from '../../kit/saved-form'
import { DateField } from '../../ui/date-field'
import { NameFields, useSlugOfTitle } from './name-fields'

interface AgainDialogProps {
  cohort: CohortDetails
  onClose: () => void
}

interface Values {
  starts_on: string
  title: string
  slug: string
}

/** Creates a cohort with the courses, schedule and staff of another, and opens the new one (rules/cohorts#again). */
export function AgainDialog({ cohort, onClose }: AgainDialogProps) {
  const navigate = useNavigate()
  const urlOf = useCohortUrl()
  const [initial] = useState((): Values => {
    const { title, startsOn } = againProposal(cohort, dayOf(new Date().toISOString()))
    return { title, slug: slugFromTitle(title), starts_on: startsOn }
  })
  const saved = useActForm({
    draftOf: `cohorts/again:${cohort.id}`,
    act: (values: Values, operationId) => ({
      name: 'cohorts/again',
      input: {
        id: cohort.id,
        startsOn: values.starts_on,
        title: values.title.trim(),
        slug: finalSlug(values.slug),
        operationId,
      },
    }),
    done: COHORT_RECORD_MESSAGES.created,
    failed: COHORT_MESSAGES.againFailed,
    leave: ({ id }) => {
      onClose()
      void navigate(urlOf(id))
    },
  })
  const { form } = saved
  const startsOn = Form.useWatch('starts_on', form) ?? initial.starts_on
  return (
    <FormDialog
      title="Start Again"
      saved={saved}
      initial={initial}
      submit="Start Again"
      submitting="Creating..."
      one="cohort"
      note={startsOn && takenOverText(cohort, startsOn)}
      onValuesChange={useSlugOfTitle(form, initial.title)}
      onClose={onClose}
    >
      <Form.Item name="starts_on" label="First day" rules={[needed('First day')]}>
        <DateField />
      </Form.Item>
      <NameFields />
    </FormDialog>
  )
}

/** Lists what the new cohort takes over from the old one. */
function takenOverText(
  { starts_on, ends_on, courses, openings, staff }: CohortDetails,
  startsOn: string,
) {
  const end = dayInWords(addDays(startsOn, daysBetween(starts_on, ends_on)), true)
  return `It lasts until ${end} and takes over ${formatCount(courses.length, 'course')}, ${formatCount(openings, 'opening')}, and ${formatCount(staff.length, 'person of the staff', 'people of the staff')}. Nobody is in it yet.`
}
