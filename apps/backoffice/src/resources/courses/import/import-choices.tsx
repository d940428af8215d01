import { COURSE_LIMITS } from '@rookies/data/course-editing/course-form'
import type { ImportReport } from '@rookies/data/course-import/import-course'
import { Checkbox, Flex, Form, Input, Radio } from 'antd'
import { useMemo } from 'react'
import type { ImportChoiceValues } from './use-import'

interface ImportChoicesProps {
  values: ImportChoiceValues
  /** Why the slug cannot be used, or null. */
  slugError: string | null
  report: ImportReport | null
  busy: boolean
  onChoose: (chosen: Partial<ImportChoiceValues>) => void
}

const MISSING = 'Lessons that are not in the folder'

/** The options of an import. */
export function ImportChoices({ values, slugError, report, busy, onChoose }: ImportChoicesProps) {
  const absent = report ? report.absent.lessons.length + report.absent.modules.length : 0
  const fields = useMemo(
    () => [
      { name: 'title', value: values.title },
      { name: 'slug', value: values.slug, errors: slugError === null ? [] : [slugError] },
      { name: 'missing', value: values.missing },
      { name: 'publish', value: values.publish },
    ],
    [values, slugError],
  )
  const column = { flex: '1 1 20rem' }
  return (
    <Form<ImportChoiceValues>
      name="import"
      layout="vertical"
      requiredMark={false}
      disabled={busy}
      initialValues={values}
      fields={fields}
      onValuesChange={onChoose}
    >
      <Flex wrap gap="0 1.5rem">
        <Form.Item name="title" label="Title" style={column}>
          <Input autoComplete="off" maxLength={COURSE_LIMITS.title * 2} />
        </Form.Item>
        <Form.Item
          name="slug"
          label="Slug"
          style={column}
          extra="A slug that a course has already updates that course; another makes a new one."
        >
          <Input autoComplete="off" spellCheck={false} prefix="/courses/" />
        </Form.Item>
        {absent > 0 && (
          <Form.Item name="missing" label={MISSING} style={column}>
            <Radio.Group
              aria-label={MISSING}
              options={[
                { value: 'keep', label: 'Keep them, at the end of their modules' },
                { value: 'bin', label: 'Move them to the bin' },
              ]}
            />
          </Form.Item>
        )}
      </Flex>
      <Form.Item name="publish" valuePropName="checked" noStyle>
        <Checkbox>Publish the course with the import</Checkbox>
      </Form.Item>
    </Form>
  )
}
