import { courseProblems } from '@rookies/course-format/course-problems'
import { isSlugTaken, type MissingChoice } from '@rookies/data/course-import/import-course'
import {
  changesNothing,
  importFailure,
  learnerImpact,
} from '@rookies/data/course-import/import-report'
import { formatCount } from '@rookies/data/wording'
import { Alert, Button, Card, Flex } from 'antd'
import { StatusBadge } from '../../../ui/status-badge'
import typography from '../typography.module.css'
import { ImportChoices } from './import-choices'
import { ImportFigures } from './import-figures'
import { ImportOutline } from './import-outline'
import { Elapsed, ImportProgress } from './import-progress'
import { ImportProofs } from './import-proofs'
import { IssueList } from './issue-list'
import type { ReadResult } from './use-course-reader'
import { useHeadingFocus } from './use-heading-focus'
import type { Importing } from './use-import'

interface ImportReportProps {
  result: ReadResult
  importing: Importing
  onAgain: () => void
}

/** The preview of an import: problems that prevent it, what is left out, what would change, and the options. */
export function ImportReportView({ result, importing, onAgain }: ImportReportProps) {
  const heading = useHeadingFocus()
  const { check, failure, progress, wanted, values, apply } = importing
  const { missing, publish } = values
  const issues = [...result.skipped, ...result.read.issues]
  const problems = courseProblems(wanted.course)
  const report = check.data?.report ?? null
  const busy = apply.isPending
  const foreign = isSlugTaken(failure)
  const lessons = wanted.course.modules.reduce((sum, module) => sum + module.lessons.length, 0)
  const nothing = report !== null && changesNothing(report, missing) && !importing.publishes
  return (
    <Flex vertical gap="large">
      <section aria-labelledby="import-report">
        <Card>
          <Flex vertical gap="middle">
            <Flex wrap align="center" justify="space-between" gap="small">
              <h2 id="import-report" ref={heading} tabIndex={-1} className={typography.heading}>
                {report?.course.id ? 'What Would Change' : 'What Would Be Created'}
              </h2>
              {report && (
                <StatusBadge
                  tone={report.course.id ? 'info' : 'live'}
                  label={report.course.id ? 'Course exists' : 'New course'}
                />
              )}
            </Flex>
            <ImportChoices
              values={values}
              slugError={foreign ? importFailure(failure) : null}
              report={report}
              busy={busy}
              onChoose={importing.choose}
            />
            {problems.length > 0 && (
              <Alert
                type="error"
                message={<h3>This can't be imported yet</h3>}
                description={
                  <ul>
                    {problems.map((problem) => (
                      <li key={problem}>{problem}</li>
                    ))}
                  </ul>
                }
              />
            )}
            {failure && !foreign && (
              <Alert
                type="error"
                message={<h3>The check failed</h3>}
                description={
                  <Flex vertical gap="small" align="flex-start">
                    <p>{importFailure(failure)}</p>
                    <Button loading={importing.checking} onClick={importing.retry}>
                      Try Again
                    </Button>
                  </Flex>
                }
              />
            )}
            {apply.isError && (
              <Alert
                type="error"
                message={<h3>The import failed</h3>}
                description={importFailure(apply.error)}
              />
            )}
            {progress && (
              <ImportProgress
                {...progress}
                label={progress.what === 'files' ? 'Files sent' : 'Lessons sent'}
                doing="Sending"
              />
            )}
            {/* A fixed height keeps the content below in place while the status is empty. */}
            <p role="status" className={typography.muted} style={{ minBlockSize: '1lh' }}>
              {busy && `Importing ${formatCount(lessons, 'lesson')}…`}
              {busy && <Elapsed />}
              {!busy && importing.checking && 'Checking…'}
              {!busy &&
                !importing.checking &&
                nothing &&
                'Nothing to import: the course is already the same.'}
            </p>
            {report && (
              <Flex vertical gap="middle" style={{ opacity: importing.checking ? 0.6 : 1 }}>
                <ImportFigures report={report} missing={missing} />
                <ul aria-label="What this means for learners">
                  {learnerImpact(report, missing, publish).map((sentence) => (
                    <li key={sentence}>{sentence}</li>
                  ))}
                </ul>
              </Flex>
            )}
            <Flex wrap justify="flex-end" gap="small">
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
            </Flex>
          </Flex>
        </Card>
      </section>
      {issues.length > 0 && (
        <section aria-labelledby="import-issues">
          <Card>
            <h2 id="import-issues" className={typography.heading}>
              Needs attention
            </h2>
            {problems.length === 0 && (
              <p className={typography.muted}>You can still import the course.</p>
            )}
            <IssueList title="Left out" issues={issues.filter((issue) => issue.leftOut)} open />
            <IssueList title="Worth checking" issues={issues.filter((issue) => !issue.leftOut)} />
          </Card>
        </section>
      )}
      <ImportProofs course={result.read.course} />
      {check.data && (
        <section aria-labelledby="import-content">
          <Card>
            <h2 id="import-content" className={typography.heading}>
              Course Content
            </h2>
            <ImportOutline
              payload={check.data.payload}
              report={check.data.report}
              missing={missing}
              difference={importing.difference}
            />
          </Card>
        </section>
      )}
    </Flex>
  )
}

function label(courseId: string | null, missing: MissingChoice, failed: boolean): string {
  if (failed) return 'Try Again'
  if (courseId === null) return 'Import Course'
  return missing === 'bin' ? 'Update Course and Bin' : 'Update Course'
}
