import { type CohortFormValues, nameErrors } from '@rookies/data/cohorts/cohort-form'
import { typedSlug } from '@rookies/data/communities/community-form'
import { slugAfterTitle } from '@rookies/data/course-editing/course-slug'
import { Form, type FormInstance, Input } from 'antd'
import { useRef } from 'react'
import { judgedBy } from '../../kit/rules'

type Names = Pick<CohortFormValues, 'title' | 'slug'>

/** The slug that is proposed if no letter of the title can be transliterated. */
const FALLBACK_SLUG = 'cohort'

/** Returns a function that updates the slug when the title changes. `title` is the title with which the form begins. */
export function useSlugOfTitle(
  form: Pick<FormInstance, 'getFieldValue' | 'setFieldValue'>,
  first = '',
) {
  const before = useRef(first)
  return ({ title }: Partial<Names>) => {
    if (title === undefined) return
    const slug = slugAfterTitle(form.getFieldValue('slug'), before.current, title, FALLBACK_SLUG)
    before.current = title
    form.setFieldValue('slug', slug)
  }
}

/** The title and slug of a cohort. */
export function NameFields() {
  return (
    <>
      <Form.Item name="title" label="Title" rules={[judgedBy(nameErrors, 'title')]}>
        <Input required autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="slug"
        label="Slug"
        rules={[judgedBy(nameErrors, 'slug')]}
        normalize={typedSlug}
      >
        <Input required autoComplete="off" spellCheck={false} />
      </Form.Item>
    </>
  )
}
