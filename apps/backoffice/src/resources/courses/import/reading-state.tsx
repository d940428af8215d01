import type { ReadingProgress } from '@rookies/course-format/collect-files'
import { Button, Card, Flex, Spin } from 'antd'
import typography from '../typography.module.css'
import { ImportProgress } from './import-progress'
import { useHeadingFocus } from './use-heading-focus'

interface ReadingStateProps {
  progress: ReadingProgress | null
  onCancel: () => void
}

/** Shown while the files are read; offers to cancel. */
export function ReadingState({ progress, onCancel }: ReadingStateProps) {
  const heading = useHeadingFocus()
  return (
    <section aria-labelledby="import-reading">
      <Card>
        <Flex vertical gap="middle">
          <h2 id="import-reading" ref={heading} tabIndex={-1} className={typography.heading}>
            Reading…
          </h2>
          {progress ? (
            <ImportProgress {...progress} label="Files read" doing="Reading" what="files" />
          ) : (
            <Flex align="center" gap="small" className={typography.muted}>
              <Spin size="small" />
              Looking for files
            </Flex>
          )}
          <Flex justify="flex-end">
            <Button onClick={onCancel}>Cancel</Button>
          </Flex>
        </Flex>
      </Card>
    </section>
  )
}
