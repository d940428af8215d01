import { pluralize } from '@rookies/data/course-editing/impact-messages'
import { courseProblems } from '@rookies/data/course-import/course-problems'
import { changesNothing } from '@rookies/data/course-import/import-counts'
import { isSlugTaken, type MissingChoice } from '@rookies/data/course-import/import-course'
import { importFailure } from '@rookies/data/course-import/import-failure'
import { learnerImpact } from '@rookies/data/course-import/learner-impact'
import { Button } from 'antd'
import { StatusBadge } from '../../../ui/status-badge'
import styles from './import.module.css'
import { ImportChoices } from './import-choices'
import { ImportFigures } from './import-figures'
import { ImportOutline } from './import-outline'
import { Elapsed, ImportProgress } from './import-progress'
import { IssueList } from './issue-list'
import type { ReadResult } from './use-course-reader'
import { useHeadingFocus } from './use-heading-focus'
import type { Importing } from './use-import'

interface ImportReportProps {
  result: ReadResult
  importing: Importing
  onAgain: () => void
}

/** What importing would do: what stands in its way, what is left out, what it means, and the choices. */
export function ImportReportView({ result, importing, onAgain }: ImportReportProps) {
  const heading = useHeadingFocus()
  const { check, failure, progress, wanted, missing, apply } = importing
  const issues = [...result.skipped, ...result.read.issues]
  const problems = courseProblems(wanted.course)
  const report = check.data?.report ?? null
  const busy = apply.isPending
  const foreign = isSlugTaken(failure)
  const lessons = wanted.course.modules.reduce((sum, module) => sum + module.lessons.length, 0)
  const nothing = report !== null && changesNothing(report, missing) && !importing.publishes
  return (
    <div className={styles.report}>
      <section className={styles.card} aria-labelledby="import-report">
        <div className={styles.top}>
          <h2 id="import-report" ref={heading} tabIndex={-1} className={styles.heading}>
            {report?.course.id ? 'What Would Change' : 'What Would Be Made'}
          </h2>
          {report && (
            <StatusBadge
              tone={report.course.id ? 'info' : 'live'}
              label={report.course.id ? 'Course exists' : 'New course'}
            />
          )}
        </div>
        <ImportChoices
          title={importing.title}
          slug={importing.slug}
          slugError={foreign ? importFailure(failure) : null}
          missing={missing}
          publish={importing.publish}
          report={report}
          busy={busy}
          onTitle={importing.setTitle}
          onSlug={importing.setSlug}
          onMissing={importing.setMissing}
          onPublish={importing.setPublish}
        />
        {problems.length > 0 && (
          <div className={styles.problems} role="alert">
            <h3>This can't be imported yet</h3>
            <ul>
              {problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          </div>
        )}
        {failure && !foreign && (
          <div className={styles.problems} role="alert">
            <h3>The check failed</h3>
            <p>{importFailure(failure)}</p>
            <Button loading={importing.checking} onClick={importing.retry}>
              Try Again
            </Button>
          </div>
        )}
        {apply.isError && (
          <div className={styles.problems} role="alert">
            <h3>The import failed</h3>
            <p>{importFailure(apply.error)}</p>
          </div>
        )}
        {progress && (
          <ImportProgress
            {...progress}
            label="Lessons that have been sent"
            doing="Sending"
            what="lessons"
          />
        )}
        {busy && <Elapsed />}
        <p role="status" className={styles.muted}>
          {busy && `Importing ${pluralize(lessons, 'lesson')}, as a whole or not at all…`}
          {!busy && importing.checking && 'Checking…'}
          {!busy &&
            !importing.checking &&
            nothing &&
            'Nothing to import: the course is the same already.'}
        </p>
        {report && (
          <div className={importing.checking ? styles.stale : undefined}>
            <ImportFigures report={report} missing={missing} />
            <ul className={styles.learners} aria-label="What it means for learners">
              {learnerImpact(report, missing, importing.publish).map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </div>
        )}
        <div className={styles.actions}>
          <Button onClick={onAgain} disabled={busy}>
            Choose Something Else
          </Button>
          <Button
            type="primary"
            loading={busy}
            disabled={report === null || importing.checking || nothing || problems.length > 0}
            onClick={importing.start}
          >
            {label(report?.course.id ?? null, missing, apply.isError)}
          </Button>
        </div>
      </section>
      {issues.length > 0 && (
        <section className={styles.card} aria-labelledby="import-issues">
          <h2 id="import-issues" className={styles.heading}>
            What Can't Be Taken as It Stands
          </h2>
          <p className={styles.muted}>None of it stops the import.</p>
          <IssueList title="Left out" issues={issues.filter((issue) => issue.leftOut)} open />
          <IssueList title="Worth a look" issues={issues.filter((issue) => !issue.leftOut)} />
        </section>
      )}
      {check.data && (
        <section className={styles.card} aria-labelledby="import-content">
          <h2 id="import-content" className={styles.heading}>
            Course Content
          </h2>
          <ImportOutline
            payload={check.data.payload}
            report={check.data.report}
            missing={missing}
          />
        </section>
      )}
    </div>
  )
}

function label(courseId: string | null, missing: MissingChoice, failed: boolean): string {
  if (failed) return 'Try Again'
  if (courseId === null) return 'Import Course'
  return missing === 'bin' ? 'Update Course and Bin' : 'Update Course'
}
