import type { ImportReport, MissingChoice } from '@rookies/data/course-import/import-course'
import { Button } from 'antd'
import { CircleCheck, ExternalLink, Pencil } from 'lucide-react'
import { LinkButton } from '../../../ui/link-button'
import styles from './import.module.css'
import { ImportFigures } from './import-figures'
import { useHeadingFocus } from './use-heading-focus'

interface ImportDoneProps {
  report: ImportReport
  missing: MissingChoice
  onAgain: () => void
}

/** What was imported, and the ways to it. */
export function ImportDone({ report, missing, onAgain }: ImportDoneProps) {
  const heading = useHeadingFocus()
  const { id, slug, status } = report.course
  return (
    <section className={styles.card} aria-labelledby="import-done">
      <h2 id="import-done" ref={heading} tabIndex={-1} className={styles.done}>
        <CircleCheck aria-hidden="true" />
        {status === 'created' ? 'Course imported' : 'Course updated'}
      </h2>
      <p className={styles.slug}>{`/courses/${slug}`}</p>
      <ImportFigures report={report} missing={missing} />
      <div className={styles.actions}>
        <Button onClick={onAgain}>Import Another</Button>
        <Button
          href={`/app/courses/${slug}`}
          target="_blank"
          rel="noopener"
          icon={<ExternalLink aria-hidden="true" />}
        >
          Preview
        </Button>
        <LinkButton type="primary" to={`/admin/courses/${id}`} icon={<Pencil aria-hidden="true" />}>
          Edit Course
        </LinkButton>
      </div>
    </section>
  )
}
