import type { LessonFile } from '@rookies/data/course-editing/lesson-form'
import { formatBytes } from '@rookies/data/files/file-size'
import { storedLink, storedPath } from '@rookies/data/files/stored-file'
import { Alert, Button, Card, Flex } from 'antd'
import { File, Trash2, Upload } from 'lucide-react'
import { FileButton } from '../files/file-button'
import { UploadLine } from '../files/upload-line'
import { useFileDrop } from '../files/use-file-drop'
import typography from '../typography.module.css'
import { FileProblems } from './file-problems'
import { controlId } from './form-fields'
import { useLessonForm } from './lesson-context'

/** The file of a lesson of type File, which can be replaced. */
export function FilePanel() {
  const { formId, editor, files, uploads, values } = useLessonForm()
  const { file } = values
  const { style, ...drop } = useFileDrop(files.choose)
  const id = controlId(formId, 'file')
  const upload = uploads.list.find(({ kind }) => kind === 'file')
  /** Runs an action whose button disappears, and moves the focus to the button that chooses a file. */
  const runAndRefocus = (act: () => void) => {
    act()
    requestAnimationFrame(() => document.getElementById(id)?.focus())
  }
  return (
    <section aria-label="File of this lesson" style={style} {...drop}>
      <Flex vertical gap="small" align="flex-start">
        {file && <ChosenFile file={file} />}
        {upload && (
          <Card size="small" style={WIDE}>
            <UploadLine
              upload={upload}
              queue={uploads.queue}
              onCancel={() => runAndRefocus(() => uploads.queue.cancel(upload.id))}
            />
          </Card>
        )}
        <FileProblems kind="file" />
        <Flex wrap gap="small">
          <FileButton
            id={id}
            field="File of the lesson"
            icon={<Upload aria-hidden="true" />}
            onFiles={files.choose}
          >
            {file || upload ? 'Replace File' : 'Choose File'}
          </FileButton>
          {file && !upload && (
            <Button
              icon={<Trash2 aria-hidden="true" />}
              onClick={() => runAndRefocus(() => editor.change({ file: null }))}
            >
              Remove File
            </Button>
          )}
        </Flex>
        <p className={typography.muted}>
          At most 50 MB. You can also drop it here. Learners open or download it.
        </p>
      </Flex>
    </section>
  )
}

function ChosenFile({ file }: { file: LessonFile }) {
  return (
    <Card size="small" style={WIDE}>
      <Flex align="center" gap="small">
        <File aria-hidden="true" style={{ flexShrink: 0 }} />
        <span className={typography.breaks}>
          {file.size === null ? file.name : `${file.name}, ${formatBytes(file.size)}`}
        </span>
      </Flex>
      {storedPath(storedLink(file.key)) === null && (
        <Alert
          type="warning"
          style={{ marginTop: 'var(--space-3)' }}
          message="This file is not stored here, so learners cannot open it. Replace it."
        />
      )}
    </Card>
  )
}

const WIDE = { width: '100%' } as const
