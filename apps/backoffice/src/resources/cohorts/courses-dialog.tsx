import type { CohortDetails } from '@rookies/data/cohorts/cohort'
import { COHORT_MESSAGES } from '@rookies/data/cohorts/cohort-messages'
import { formatPeople } from '@rookies/data/wording'
import { Form } from 'antd'
import { useState } from 'react'
import { FormDialog } from '../../kit/form-dialog'
import { useActForm } from '../../kit/saved-form'
import { CoursesInOrder } from './courses-control'

interface CoursesDialogProps {
  cohort: CohortDetails
  onClose: () => void
}

interface Values {
  courseIds: string[]
}

/**
 * Changes the courses of a cohort and their order: its people get access to added courses and lose removed ones
 * (rules/cohorts#grants).
 */
export function CoursesDialog({ cohort, onClose }: CoursesDialogProps) {
  const [initial] = useState<Values>(() => ({ courseIds: cohort.courses.map(({ id }) => id) }))
  const saved = useActForm({
    draftOf: `cohorts/set_courses:${cohort.id}`,
    act: ({ courseIds }: Values) => ({
      name: 'cohorts/set_courses',
      input: { id: cohort.id, courseIds },
    }),
    done: COHORT_MESSAGES.coursesSaved,
    failed: COHORT_MESSAGES.coursesFailed,
    leave: onClose,
  })
  const wanted = Form.useWatch('courseIds', saved.form) ?? initial.courseIds
  const removed = cohort.courses.filter(({ id }) => !wanted.includes(id)).length
  return (
    <FormDialog
      title="Change Courses"
      saved={saved}
      initial={initial}
      submit="Save Courses"
      needsChange
      danger={removed > 0 && cohort.people > 0}
      note={
        removed > 0 && cohort.people > 0
          ? `${formatPeople(cohort.people)} lose what this cohort opens of a removed course. Their progress stays.`
          : ''
      }
      onClose={onClose}
    >
      <Form.Item name="courseIds" label="Courses">
        <CoursesInOrder />
      </Form.Item>
    </FormDialog>
  )
}
