import { fileFacts } from '@rookies/data/files/file-size'
import type { StoredFile } from '@rookies/data/files/stored-file'
import { isTextPaste } from '@rookies/data/files/text-files'
import { Button, Flex, Form, Input } from 'antd'
import { ImagePlus, RefreshCw } from 'lucide-react'
import { type ClipboardEvent, type FocusEvent, memo } from 'react'
import { lazyComponent } from '../../../ui/lazy-component'
import { LazyPart } from '../../../ui/lazy-part'
import { FileButton } from '../files/file-button'
import { UploadLine } from '../files/upload-line'
import { useFileDrop } from '../files/use-file-drop'
import typography from '../typography.module.css'
import { FileProblems } from './file-problems'
import { controlId } from './form-fields'
import { useLessonForm } from './lesson-context'
import styles from './lesson-form.module.css'
import { LinkCards } from './link-preview'
import { usePreviewFiles } from './use-preview-files'
import { usePreviewSource } from './use-preview-source'

/** Renders Markdown with the code of the learner portal. */
const MarkdownView = lazyComponent(
  () => import('@rookies/ui/markdown/markdown-view'),
  (module) => module.default,
)

/** Keeps the button that updates the preview visible while the preview scrolls. */
const UPDATE_BAR = {
  position: 'sticky',
  top: 0,
  zIndex: 1,
  padding: 'var(--space-3) var(--space-5)',
  borderBottom: '1px solid var(--color-border)',
  background: 'var(--color-surface)',
} as const

const WRITING = { position: 'relative', minWidth: 0 } as const
/** Has the height of the field's label, so that preview and field are aligned. */
const IN_LINE = {
  position: 'absolute',
  insetInlineEnd: 0,
  top: 'calc(-1 * var(--space-1))',
} as const

interface TextPanelProps {
  label?: string
  /** The accessible name of the preview. */
  preview?: string
}

/** Edits a lesson's Markdown, with a preview. Files can be pasted, dropped or chosen. */
export function TextPanel({ label = 'Text', preview = 'Text as learners see it' }: TextPanelProps) {
  const { formId, files, uploads, values } = useLessonForm()
  const text = values.content
  const { source, onDemand, behind, drawing, draw } = usePreviewSource(text)
  const { style, ...drop } = useFileDrop(files.write)

  const paste = (event: ClipboardEvent) => {
    const { types, files: pasted } = event.clipboardData
    if (pasted.length === 0 || isTextPaste(types)) return
    event.preventDefault()
    files.write(Array.from(pasted))
  }

  return (
    <div className={styles.columns}>
      <Flex vertical style={WRITING}>
        <div style={IN_LINE}>
          <FileButton
            field="Pictures or files for the text"
            type="text"
            size="small"
            multiple
            icon={<ImagePlus aria-hidden="true" />}
            onFiles={files.write}
          >
            Add picture or file
          </FileButton>
        </div>
        <Form.Item
          name="content"
          label={label}
          extra="Markdown, with tables, task lists and code. You can paste or drop pictures."
        >
          <Input.TextArea style={style} onFocus={markEntered} onPaste={paste} {...drop} />
        </Form.Item>
        {uploads.list
          .filter(({ kind }) => kind === 'text')
          .map((upload) => (
            <UploadLine
              key={upload.id}
              upload={upload}
              queue={uploads.queue}
              onCancel={() => {
                uploads.queue.cancel(upload.id)
                document.getElementById(controlId(formId, 'content'))?.focus()
              }}
            />
          ))}
        <FileProblems kind="text" />
      </Flex>
      <section ref={makeScrollable} className={styles.page} aria-label={preview}>
        {onDemand && (
          <Flex
            wrap
            align="center"
            justify="space-between"
            gap="small"
            className={typography.muted}
            style={UPDATE_BAR}
          >
            <p>
              {behind
                ? 'This text is long, so the preview is updated only when you ask for it.'
                : 'The preview is up to date.'}
            </p>
            <Button
              size="small"
              icon={<RefreshCw aria-hidden="true" />}
              loading={drawing}
              onClick={draw}
            >
              {source === null ? 'Show Preview' : 'Update Preview'}
            </Button>
          </Flex>
        )}
        {source !== null && <Preview source={source} known={files.known} />}
      </section>
    </div>
  )
}

interface PreviewProps {
  source: string
  known: readonly StoredFile[]
}

/** Records that the field had the focus: from then on, chosen files are inserted at its caret. */
const markEntered = ({ target }: FocusEvent<HTMLTextAreaElement>) => {
  target.dataset.entered = ''
}

/** Opens the portal in a new tab, while the lesson stays open here. */
const openBeside = (path: string) => void window.open(path, '_blank', 'noopener')

const Preview = memo(function Preview({ source, known }: PreviewProps) {
  const { files, readAddresses } = usePreviewFiles(source, known)
  return (
    <Flex vertical gap="middle" style={{ padding: 'var(--space-5)' }}>
      {source.trim() === '' ? (
        <p className={typography.muted}>Your text is shown here as learners see it.</p>
      ) : (
        <>
          <LazyPart rows={6}>
            <MarkdownView
              source={source}
              headingOffset={1}
              onFollow={openBeside}
              files={files}
              fileFacts={fileFacts}
              readAddresses={readAddresses}
            />
          </LazyPart>
          <LinkCards text={source} />
        </>
      )}
    </Flex>
  )
})

/**
 * Makes a region focusable if its first child is too high for it, so that people can scroll the region by keyboard.
 * Used as a ref.
 */
function makeScrollable(region: HTMLElement | null) {
  if (!region) return
  const observer = new ResizeObserver(() => {
    if (region.scrollHeight > region.clientHeight) region.tabIndex = 0
    else region.removeAttribute('tabindex')
  })
  observer.observe(region)
  if (region.firstElementChild) observer.observe(region.firstElementChild)
  return () => observer.disconnect()
}
