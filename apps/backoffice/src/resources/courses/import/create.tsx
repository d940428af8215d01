import type { ImportReport, MissingChoice } from '@rookies/data/course-import/import-course'
import { Alert, Flex, Steps } from 'antd'
import { useState } from 'react'
import { AdminOnly } from '../../../app/admin-only'
import { useMay } from '../../../app/may'
import { PageHeader } from '../../../ui/page-header'
import { ImportDone } from './import-done'
import { ImportReportView } from './import-report'
import type { CourseSource } from './read-course.worker'
import { ReadingState } from './reading-state'
import { SourcePicker } from './source-picker'
import { type ReadResult, useCourseReader } from './use-course-reader'
import { useImport } from './use-import'

interface Done {
  report: ImportReport
  missing: MissingChoice
}

/** `/admin/courses/import`: imports a folder or a zip file of Markdown as a course. */
export function CourseImport() {
  const mayCreate = useMay('courses', 'create')
  const { reading, start, refuse, reset } = useCourseReader()
  const [done, setDone] = useState<Done | null>(null)
  // When the person comes back from a report to the picker, the picker takes the focus.
  const [chosen, setChosen] = useState(false)
  const choose = (source: CourseSource) => {
    setChosen(true)
    start(source)
  }
  const again = () => {
    setDone(null)
    reset()
  }
  if (!mayCreate) return <AdminOnly />
  return (
    <>
      <PageHeader
        title="Import Course"
        subtitle="Create a course from a folder of Markdown, or import an exported course"
      />
      <Steps
        size="small"
        responsive={false}
        current={done ? 2 : reading.kind === 'read' ? 1 : 0}
        status={done ? 'finish' : 'process'}
        items={[{ title: 'Choose' }, { title: 'Review' }, { title: 'Done' }]}
        style={{ marginBottom: 'var(--space-6)' }}
      />
      {done && <ImportDone {...done} onAgain={again} />}
      {!done && reading.kind === 'reading' && (
        <ReadingState progress={reading.progress} onCancel={reset} />
      )}
      {!done && reading.kind === 'read' && (
        <Report
          key={reading.number}
          result={reading}
          onAgain={again}
          onDone={(report, missing) => setDone({ report, missing })}
        />
      )}
      {!done && (reading.kind === 'none' || reading.kind === 'unreadable') && (
        <Flex vertical gap="large">
          {reading.kind === 'unreadable' && (
            <Alert
              type="error"
              message={<h2>This can't be read</h2>}
              description={reading.sentence}
            />
          )}
          <SourcePicker autoFocus={chosen} onChoose={choose} onRefuse={refuse} />
        </Flex>
      )}
    </>
  )
}

interface ReportProps {
  result: ReadResult
  onAgain: () => void
  onDone: (report: ImportReport, missing: MissingChoice) => void
}

function Report({ result, onAgain, onDone }: ReportProps) {
  const importing = useImport(result, onDone)
  return <ImportReportView result={result} importing={importing} onAgain={onAgain} />
}
