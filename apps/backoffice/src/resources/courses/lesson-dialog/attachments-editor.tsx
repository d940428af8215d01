import {
  type AttachmentValues,
  attachmentErrors,
  MAX_ATTACHMENTS,
  newAttachment,
} from '@rookies/data/course-editing/lesson-attachments'
import { formatBytes } from '@rookies/data/files/file-size'
import { nameInPath, type StoredFile, storedPath } from '@rookies/data/files/stored-file'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Alert, Button, Card, Flex, Form, Input } from 'antd'
import { ArrowDown, ArrowUp, Plus, Trash2, Upload as UploadSign } from 'lucide-react'
import { useState } from 'react'
import { useFocusNext } from '../../../ui/use-focus-next'
import { FileButton } from '../files/file-button'
import { UploadLine } from '../files/upload-line'
import { useFileDrop } from '../files/use-file-drop'
import typography from '../typography.module.css'
import { FileProblems } from './file-problems'
import { controlId } from './form-fields'
import { useLesson, useLessonForm } from './lesson-context'

/** Titled links and files below the lesson; buttons change their order (rules/courses#attachments). */
export function AttachmentsEditor() {
  const { formId, editor, files, uploads, values } = useLessonForm()
  const { attachments } = values
  const error = editor.errors.attachments
  const id = controlId(formId, 'attachments')
  const onChange = (after: AttachmentValues[]) => editor.change({ attachments: after })
  const { style, ...drop } = useFileDrop(files.attach)
  const [part, focusNext] = useFocusNext<HTMLElement>()
  const [announcement, setAnnouncement] = useState('')

  // Whether an error belongs to a row, which then shows the error itself.
  const hasRowErrors = attachments.map(attachmentErrors).some(({ title, url }) => title ?? url)

  const full = attachments.length >= MAX_ATTACHMENTS

  const add = () => {
    const fresh = newAttachment()
    onChange([...attachments, fresh])
    focusNext(`[data-row="${fresh.id}"] input`)
  }
  const remove = (at: number) => {
    const neighbour = attachments[at + 1] ?? attachments[at - 1]
    uploads.queue.cancel(attachments[at]?.id ?? '')
    setAnnouncement(`${nameOf(attachments[at], at)} removed.`)
    onChange(attachments.filter((_, index) => index !== at))
    focusNext(neighbour ? `[data-row="${neighbour.id}"] input` : '[data-add]')
  }
  const move = (at: number, step: -1 | 1) => {
    const moved = attachments[at]
    const to = at + step
    if (!moved || to < 0 || to >= attachments.length) return
    const next = attachments.filter((_, index) => index !== at)
    next.splice(to, 0, moved)
    setAnnouncement(`${nameOf(moved, at)}, place ${to + 1} of ${next.length}.`)
    onChange(next)
    const atEdge = to === 0 || to === next.length - 1
    const way = atEdge ? (to === 0 ? 'down' : 'up') : step < 0 ? 'up' : 'down'
    focusNext(`[data-row="${moved.id}"] [data-way="${way}"]`)
  }

  return (
    <section ref={part} aria-labelledby={`${id}-heading`} style={style} {...drop}>
      <Flex vertical gap="middle" align="flex-start">
        <h3 id={`${id}-heading`}>Attachments</h3>
        {attachments.length === 0 ? (
          <p className={typography.muted}>
            Links and files that go with the lesson, such as slides, a repository or a form. You can
            drop files here.
          </p>
        ) : (
          <Flex vertical component="ol" gap="small" style={{ width: '100%' }}>
            {attachments.map((attachment, at) => (
              <AttachmentRow
                key={attachment.id}
                id={attachment.id}
                at={at}
                name={nameOf(attachment, at)}
                last={at === attachments.length - 1}
                url={attachment.url}
                onMove={(step) => move(at, step)}
                onRemove={() => remove(at)}
              />
            ))}
          </Flex>
        )}
        {error && !hasRowErrors && <Alert type="error" message={error} />}
        <FileProblems kind="attachment" />
        <Flex wrap gap="small">
          <Button id={id} data-add icon={<Plus aria-hidden="true" />} disabled={full} onClick={add}>
            Add Attachment
          </Button>
          <FileButton
            field="Files to attach"
            multiple
            icon={<UploadSign aria-hidden="true" />}
            disabled={full}
            onFiles={files.attach}
          >
            Upload Files
          </FileButton>
        </Flex>
        <VisuallyHidden>
          <span role="status">{announcement}</span>
        </VisuallyHidden>
      </Flex>
    </section>
  )
}

function nameOf(attachment: AttachmentValues | undefined, at: number): string {
  return attachment?.title.trim() || `attachment ${at + 1}`
}

interface AttachmentRowProps {
  id: string
  /** Index of the row. */
  at: number
  name: string
  last: boolean
  url: string
  onMove: (step: -1 | 1) => void
  onRemove: () => void
}

function AttachmentRow(props: AttachmentRowProps) {
  const { id, at, name, last, url, onMove, onRemove } = props
  const { files, uploads } = useLesson()
  /** The upload of the row's file, until it is complete. */
  const upload = uploads.list.find((one) => one.id === id)
  const path = storedPath(url)
  return (
    <li data-row={id}>
      <Card size="small">
        <Flex wrap gap="0.5rem 1rem" align={upload ? 'flex-start' : 'center'}>
          <Flex vertical flex="2 1 12rem">
            <Form.Item name={['attachments', at, 'title']} label="Attachment title" style={BARE}>
              <Input autoComplete="off" />
            </Form.Item>
          </Flex>
          <Flex vertical flex="3 1 14rem">
            {upload || path !== null ? (
              <Form.Item label="File" style={BARE}>
                {upload ? (
                  <UploadLine upload={upload} queue={uploads.queue} onCancel={onRemove} />
                ) : (
                  <StoredName path={path ?? ''} known={files.known} />
                )}
              </Form.Item>
            ) : (
              <Form.Item name={['attachments', at, 'url']} label="Attachment URL" style={BARE}>
                <Input
                  inputMode="url"
                  autoComplete="off"
                  spellCheck={false}
                  placeholder="https://"
                />
              </Form.Item>
            )}
          </Flex>
          <Flex>
            <Button
              data-way="up"
              type="text"
              icon={<ArrowUp aria-hidden="true" />}
              aria-label={`Move ${name} up`}
              disabled={at === 0}
              onClick={() => onMove(-1)}
            />
            <Button
              data-way="down"
              type="text"
              icon={<ArrowDown aria-hidden="true" />}
              aria-label={`Move ${name} down`}
              disabled={last}
              onClick={() => onMove(1)}
            />
            {/* A row with an upload in progress has a button that cancels it instead. */}
            {!upload && (
              <Button
                type="text"
                icon={<Trash2 aria-hidden="true" />}
                aria-label={`Remove ${name}`}
                onClick={onRemove}
              />
            )}
          </Flex>
        </Flex>
      </Card>
    </li>
  )
}

/** Fields in a card need no margin, because the card has padding. */
const BARE = { margin: 0 }

interface StoredNameProps {
  path: string
  known: readonly StoredFile[]
}

/** Shows the name and size of a stored file, or its path while they are not known. */
function StoredName({ path, known }: StoredNameProps) {
  const file = known.find((one) => one.path === path)
  return (
    <span className={typography.breaks}>
      {file ? `${file.name}, ${formatBytes(file.size)}` : nameInPath(path)}
    </span>
  )
}
