import { type FileValues, withNewFile } from '@rookies/data/exercises/exercise-form'
import {
  EXERCISE_LIMITS,
  type ExerciseLanguage,
  pathProblem,
} from '@rookies/data/exercises/exercise-part'
import { CodeEditor } from '@rookies/ui/code/code-editor'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Button, Flex, Form, Input, Tabs } from 'antd'
import { ArrowLeft, ArrowRight, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { popupPlace } from '../../../../ui/popup-place'
import { useFocusNext } from '../../../../ui/use-focus-next'
import typography from '../../typography.module.css'
import type { CodePlace } from './code-place'
import styles from './exercise.module.css'

interface FilesEditorProps {
  /** Prefix of the element ids of the editor. */
  id: string
  /** `Starter` or `Solution`, for labels. */
  name: string
  language: ExerciseLanguage
  files: readonly FileValues[]
  /** Why the list of files cannot be stored; shown after the form was checked. */
  problem: string | undefined
  /** The id of the open file. */
  open: string | null
  onOpen: (id: string) => void
  onChange: (files: FileValues[]) => void
  /** Returns the line numbers to highlight in a file. */
  marksOf: (path: string) => readonly number[]
  /** The place to which the editor moves, if the place is in this list. */
  at: CodePlace | null
  onRun: () => void
}

/** Edits a list of files: their code, names and order. */
export function FilesEditor(props: FilesEditorProps) {
  const { id, name, language, files, problem, open, onOpen, onChange, marksOf, at, onRun } = props
  const [announcement, setAnnouncement] = useState('')
  const [part, focusNext] = useFocusNext<HTMLDivElement>()
  const place = Math.max(
    0,
    files.findIndex((file) => file.id === open),
  )
  const shown = files[place]
  const change = (part: Partial<FileValues>) =>
    onChange(files.map((file, index) => (index === place ? { ...file, ...part } : file)))
  const move = (by: -1 | 1) => {
    const next = [...files]
    const [moved] = next.splice(place, 1)
    if (!moved) return
    next.splice(place + by, 0, moved)
    onChange(next)
    setAnnouncement(`${moved.path}, place ${place + by + 1} of ${next.length}.`)
    // At the first and the last place, the pressed button is disabled and would lose the focus.
    if (place + by === 0) focusNext('[data-way="right"]')
    if (place + by === next.length - 1) focusNext('[data-way="left"]')
  }
  const add = () => {
    const { files: next, added } = withNewFile(files, language)
    onChange(next)
    onOpen(added.id)
    setAnnouncement(`${added.path} added.`)
    focusNext('[data-name]')
  }
  const remove = (removed: FileValues) => {
    const next = files[place + 1] ?? files[place - 1]
    onChange(files.filter((file) => file !== removed))
    setAnnouncement(`${removed.path} removed.`)
    if (next) onOpen(next.id)
    focusNext(next ? '[data-name]' : '[data-add]')
  }
  const others = files.filter((file) => file !== shown).map(({ path }) => path.trim())
  const wrong = shown && pathProblem(shown.path.trim(), others)

  return (
    <Flex vertical gap="small" ref={part} className={styles.files}>
      {files.length > 0 && (
        <Tabs
          type="card"
          size="small"
          activeKey={shown?.id ?? ''}
          getPopupContainer={popupPlace}
          onChange={onOpen}
          items={files.map((file) => ({
            key: file.id,
            label: file.path.trim() || 'Without a name',
          }))}
        />
      )}
      {shown ? (
        <>
          <Flex wrap gap="small" align="flex-start">
            <Form.Item
              className={styles.name ?? ''}
              validateStatus={wrong ? 'error' : ''}
              help={wrong ? <span id={`${id}-name-problem`}>{`${wrong}.`}</span> : undefined}
            >
              <Input
                data-name
                aria-label={`Name of the file in ${name}`}
                aria-invalid={Boolean(wrong)}
                {...(wrong && { 'aria-describedby': `${id}-name-problem` })}
                autoComplete="off"
                spellCheck={false}
                value={shown.path}
                onChange={({ target }) => change({ path: target.value })}
              />
            </Form.Item>
            <Button
              icon={<ArrowLeft aria-hidden="true" />}
              data-way="left"
              aria-label={`Move ${shown.path} to the left`}
              disabled={place === 0}
              onClick={() => move(-1)}
            />
            <Button
              icon={<ArrowRight aria-hidden="true" />}
              data-way="right"
              aria-label={`Move ${shown.path} to the right`}
              disabled={place === files.length - 1}
              onClick={() => move(1)}
            />
            <Button
              icon={<Trash2 aria-hidden="true" />}
              aria-label={`Remove ${shown.path} from ${name}`}
              onClick={() => remove(shown)}
            />
          </Flex>
          <CodeEditor
            key={shown.id}
            label={`${shown.path} of ${name}`}
            name={shown.path}
            value={shown.text}
            marks={marksOf(shown.path)}
            onRun={onRun}
            at={at?.path === shown.path ? at : undefined}
            onChange={(text) => change({ text })}
          />
        </>
      ) : (
        <p className={typography.muted}>There are no files yet.</p>
      )}
      <Flex>
        <Button
          data-add
          size="small"
          icon={<Plus aria-hidden="true" />}
          disabled={files.length >= EXERCISE_LIMITS.files}
          onClick={add}
        >
          {`Add File to ${name}`}
        </Button>
      </Flex>
      {problem && (
        <p role="alert" className={typography.problem}>
          {problem}
        </p>
      )}
      <VisuallyHidden>
        <p role="status">{announcement}</p>
      </VisuallyHidden>
    </Flex>
  )
}
