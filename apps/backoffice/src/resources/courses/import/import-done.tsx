import type { ImportReport, MissingChoice } from '@rookies/data/course-import/import-course'
import { Button, Card, Flex, Result } from 'antd'
import { CircleCheck, ExternalLink, Pencil } from 'lucide-react'
import { LinkButton } from '../../../ui/link-button'
import typography from '../typography.module.css'
import { ImportFigures } from './import-figures'
import { ImportUndo } from './import-undo'
import { useHeadingFocus } from './use-heading-focus'

interface ImportDoneProps {
  report: ImportReport
  missing: MissingChoice
  onAgain: () => void
}

/** The result of an import, with links to the course. */
export function ImportDone({ report, missing, onAgain }: ImportDoneProps) {
  const heading = useHeadingFocus()
  const { id, slug, status } = report.course
  return (
    <section aria-labelledby="import-done">
      <Card>
        <Result
          status="success"
          icon={<CircleCheck className={typography.sign} aria-hidden="true" />}
          title={
            <h2 id="import-done" ref={heading} tabIndex={-1} className={typography.heading}>
              {status === 'created' ? 'Course imported' : 'Course updated'}
            </h2>
          }
          subTitle={<span className={typography.breaks}>{`/courses/${slug}`}</span>}
          extra={
            <Flex wrap justify="center" gap="small">
              <LinkButton
                type="primary"
                to={`/admin/courses/${id}`}
                icon={<Pencil aria-hidden="true" />}
              >
                Edit Course
              </LinkButton>
              <Button
                href={`/app/courses/${slug}`}
                target="_blank"
                rel="noopener"
                icon={<ExternalLink aria-hidden="true" />}
              >
                Preview
              </Button>
              <Button onClick={onAgain}>Import Another</Button>
            </Flex>
          }
        />
        <Flex vertical align="center" gap="middle">
          <ImportFigures report={report} missing={missing} />
          {id !== null && <ImportUndo courseId={id} onUndone={onAgain} />}
        </Flex>
      </Card>
    </section>
  )
}
