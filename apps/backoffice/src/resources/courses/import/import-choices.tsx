import { COURSE_LIMITS } from '@rookies/data/course-editing/course-form'
import type { ImportReport } from '@rookies/data/course-import/import-course'
import { Checkbox, Flex, Form, Input, Radio } from 'antd'
import { useId } from 'react'
import type { ImportChoiceValues } from './use-import'

interface ImportChoicesProps {
  values: ImportChoiceValues
  /** Why the slug cannot be used; null if it can. */
  slugError: string | null
  report: ImportReport | null
  busy: boolean
  onChoose: (chosen: Partial<ImportChoiceValues>) => void
}

const MISSING = 'Lessons that are not in the folder'

const COLUMN = { flex: '1 1 20rem' }

/** The options of an import. They are not a form, because each option applies as soon as it is chosen. */
export function ImportChoices({ values, slugError, report, busy, onChoose }: ImportChoicesProps) {
  const id = useId()
  const absent = report ? report.absent.lessons.length + report.absent.modules.length : 0
  const { title, slug, missing, publish } = values
  return (
    <div>
      <Flex wrap gap="0 1.5rem">
        <Form.Item layout="vertical" label="Title" htmlFor={`${id}-title`} style={COLUMN}>
          <Input
            id={`${id}-title`}
            autoComplete="off"
            maxLength={COURSE_LIMITS.title * 2}
            disabled={busy}
            value={title}
            onChange={({ target }) => onChoose({ title: target.value })}
          />
        </Form.Item>
        <Form.Item
          layout="vertical"
          label="Slug"
          htmlFor={`${id}-slug`}
          style={COLUMN}
          {...(slugError !== null && {
            validateStatus: 'error',
            help: <span id={`${id}-error`}>{slugError}</span>,
          })}
          extra={
            <span id={`${id}-extra`}>
              If a course already has this slug, that course is updated. Otherwise, a new one is
              created.
            </span>
          }
        >
          <Input
            id={`${id}-slug`}
            aria-describedby={slugError === null ? `${id}-extra` : `${id}-error ${id}-extra`}
            aria-invalid={slugError !== null}
            autoComplete="off"
            spellCheck={false}
            prefix="/courses/"
            disabled={busy}
            value={slug}
            onChange={({ target }) => onChoose({ slug: target.value })}
          />
        </Form.Item>
        {absent > 0 && (
          <Form.Item layout="vertical" label={MISSING} style={COLUMN}>
            <Radio.Group
              aria-label={MISSING}
              disabled={busy}
              value={missing}
              options={[
                { value: 'keep', label: 'Keep them, at the end of their modules' },
                { value: 'bin', label: 'Move them to the bin' },
              ]}
              onChange={({ target }) => onChoose({ missing: target.value })}
            />
          </Form.Item>
        )}
      </Flex>
      <Checkbox
        disabled={busy}
        checked={publish}
        onChange={({ target }) => onChoose({ publish: target.checked })}
      >
        Publish the course with the import
      </Checkbox>
    </div>
  )
}
