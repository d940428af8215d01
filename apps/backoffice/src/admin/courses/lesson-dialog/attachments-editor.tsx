import {
  type AttachmentValues,
  attachmentErrors,
  LESSON_LIMITS,
} from '@rookies/data/course-editing/lesson-form'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Button, Input } from 'antd'
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Field } from '../../../ui/field'
import styles from './attachments-editor.module.css'

interface AttachmentsEditorProps {
  id: string
  attachments: readonly AttachmentValues[]
  error: string | undefined
  onChange: (attachments: AttachmentValues[]) => void
}

/** Titled links under the lesson, in an order that buttons change (rules/courses#attachments). */
export function AttachmentsEditor({ id, attachments, error, onChange }: AttachmentsEditorProps) {
  const part = useRef<HTMLElement>(null)
  const [news, setNews] = useState('')
  // Where the focus goes once the rows have moved: their buttons move with them.
  const [focus, setFocus] = useState<string | null>(null)

  useEffect(() => {
    if (focus === null) return
    part.current?.querySelector<HTMLElement>(focus)?.focus()
    setFocus(null)
  }, [focus])

  // Beside a row it is said already.
  const rowsWrong = attachments.map(attachmentErrors).some(({ title, url }) => title ?? url)

  const add = () => {
    const fresh = { id: `temp-${crypto.randomUUID()}`, title: '', url: '' }
    onChange([...attachments, fresh])
    setFocus(`[data-row="${fresh.id}"] input`)
  }
  const edit = (changed: AttachmentValues) =>
    onChange(attachments.map((item) => (item.id === changed.id ? changed : item)))
  const remove = (at: number) => {
    const neighbour = attachments[at + 1] ?? attachments[at - 1]
    setNews(`${nameOf(attachments[at], at)} removed.`)
    onChange(attachments.filter((_, index) => index !== at))
    setFocus(neighbour ? `[data-row="${neighbour.id}"] input` : '[data-add]')
  }
  const move = (at: number, step: -1 | 1) => {
    const moved = attachments[at]
    const to = at + step
    if (!moved || to < 0 || to >= attachments.length) return
    const next = attachments.filter((_, index) => index !== at)
    next.splice(to, 0, moved)
    setNews(`${nameOf(moved, at)}, place ${to + 1} of ${next.length}.`)
    onChange(next)
    const atEdge = to === 0 || to === next.length - 1
    const way = atEdge ? (to === 0 ? 'down' : 'up') : step < 0 ? 'up' : 'down'
    setFocus(`[data-row="${moved.id}"] [data-way="${way}"]`)
  }

  return (
    <section ref={part} className={styles.part} aria-labelledby={`${id}-heading`}>
      <h3 id={`${id}-heading`}>Attachments</h3>
      {attachments.length === 0 ? (
        <p className={styles.none}>Links that go with the lesson: slides, a repository, a form.</p>
      ) : (
        <ol className={styles.rows}>
          {attachments.map((attachment, at) => (
            <AttachmentRow
              key={attachment.id}
              id={`${id}-${attachment.id}`}
              attachment={attachment}
              name={nameOf(attachment, at)}
              first={at === 0}
              last={at === attachments.length - 1}
              checked={error !== undefined}
              onEdit={edit}
              onMove={(step) => move(at, step)}
              onRemove={() => remove(at)}
            />
          ))}
        </ol>
      )}
      {error && !rowsWrong && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      <Button
        id={id}
        data-add
        className={styles.add}
        icon={<Plus aria-hidden="true" />}
        disabled={attachments.length >= LESSON_LIMITS.attachments}
        onClick={add}
      >
        Add Attachment
      </Button>
      <VisuallyHidden>
        <span role="status">{news}</span>
      </VisuallyHidden>
    </section>
  )
}

function nameOf(attachment: AttachmentValues | undefined, at: number): string {
  return attachment?.title.trim() || `attachment ${at + 1}`
}

interface AttachmentRowProps {
  id: string
  attachment: AttachmentValues
  name: string
  first: boolean
  last: boolean
  /** Whether what is wrong is said by now. */
  checked: boolean
  onEdit: (attachment: AttachmentValues) => void
  onMove: (step: -1 | 1) => void
  onRemove: () => void
}

function AttachmentRow(props: AttachmentRowProps) {
  const { id, attachment, name, first, last, checked, onEdit, onMove, onRemove } = props
  const errors = checked ? attachmentErrors(attachment) : null
  return (
    <li className={styles.row} data-row={attachment.id}>
      <Field id={`${id}-title`} label="Attachment title" error={errors?.title}>
        {(control) => (
          <Input
            {...control}
            value={attachment.title}
            autoComplete="off"
            onChange={(event) => onEdit({ ...attachment, title: event.target.value })}
          />
        )}
      </Field>
      <Field id={`${id}-url`} label="Attachment URL" error={errors?.url}>
        {(control) => (
          <Input
            {...control}
            value={attachment.url}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://"
            onChange={(event) => onEdit({ ...attachment, url: event.target.value })}
          />
        )}
      </Field>
      <div className={styles.acts}>
        <Button
          data-way="up"
          type="text"
          icon={<ArrowUp aria-hidden="true" />}
          aria-label={`Move ${name} up`}
          disabled={first}
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
        <Button
          type="text"
          icon={<Trash2 aria-hidden="true" />}
          aria-label={`Remove ${name}`}
          onClick={onRemove}
        />
      </div>
    </li>
  )
}
