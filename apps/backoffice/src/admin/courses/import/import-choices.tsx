import { COURSE_LIMITS } from '@rookies/data/course-editing/course-form'
import type { ImportReport, MissingChoice } from '@rookies/data/course-import/import-course'
import { Checkbox, Input, Radio } from 'antd'
import { useId } from 'react'
import styles from './import.module.css'

interface ImportChoicesProps {
  title: string
  slug: string
  /** Why the slug will not do, or null. */
  slugError: string | null
  missing: MissingChoice
  publish: boolean
  report: ImportReport | null
  busy: boolean
  onTitle: (title: string) => void
  onSlug: (slug: string) => void
  onMissing: (missing: MissingChoice) => void
  onPublish: (publish: boolean) => void
}

/** What can be chosen for an import besides its folder. */
export function ImportChoices(props: ImportChoicesProps) {
  const { title, slug, slugError, missing, publish, report, busy } = props
  const ids = { title: useId(), slug: useId(), error: useId(), missing: useId() }
  const absent = report ? report.absent.lessons.length + report.absent.modules.length : 0
  return (
    <div className={styles.choices}>
      <div>
        <label htmlFor={ids.title}>Title</label>
        <Input
          id={ids.title}
          autoComplete="off"
          value={title}
          maxLength={COURSE_LIMITS.title * 2}
          disabled={busy}
          onChange={({ target }) => props.onTitle(target.value)}
        />
      </div>
      <div>
        <label htmlFor={ids.slug}>Slug</label>
        <Input
          id={ids.slug}
          autoComplete="off"
          spellCheck={false}
          prefix="/courses/"
          value={slug}
          disabled={busy}
          status={slugError ? 'error' : ''}
          aria-invalid={slugError !== null}
          aria-describedby={ids.error}
          onChange={({ target }) => props.onSlug(target.value)}
        />
        <p id={ids.error} className={slugError ? styles.fieldError : styles.fieldHint}>
          {slugError ??
            'A slug that a course has already updates that course; another makes a new one.'}
        </p>
      </div>
      {absent > 0 && (
        <fieldset className={styles.missing} disabled={busy}>
          <legend id={ids.missing}>Lessons that are not in the folder</legend>
          <Radio.Group
            aria-labelledby={ids.missing}
            value={missing}
            onChange={({ target }) => props.onMissing(target.value)}
            options={[
              { value: 'keep', label: 'Keep them, at the end of their modules' },
              { value: 'bin', label: 'Move them to the bin' },
            ]}
          />
        </fieldset>
      )}
      <Checkbox
        checked={publish}
        disabled={busy}
        onChange={({ target }) => props.onPublish(target.checked)}
      >
        Publish the course with the import
      </Checkbox>
    </div>
  )
}
