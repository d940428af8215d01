import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import {
  ASSIGNMENT_LIMITS,
  type CriterionValues,
  criterionProblems,
  type LevelValues,
} from '@rookies/data/assignments/edit-assignment'
import { Button, Checkbox, Flex, Input } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useId } from 'react'
import { useFocusNext } from '../../../ui/use-focus-next'
import { DragHandle, type HandleActions } from '../drag-handle'
import typography from '../typography.module.css'
import styles from './rubric-editor.module.css'

interface CriterionEditorProps {
  criterion: CriterionValues
  /** The title of the criterion or, without one, `criterion 2`. */
  name: string
  /** Whether problems are shown, as they are after an attempt to save. */
  checked: boolean
  lifted: boolean
  saving: boolean
  lifting: HandleActions
  onChange: (criterion: CriterionValues) => void
  onRemove: () => void
  /** Adds a criterion when Enter is pressed in the title of the last one; null for all others. */
  onNext: (() => void) | null
}

/** Edits a criterion and its levels. */
export function CriterionEditor(props: CriterionEditorProps) {
  const { criterion, name, checked, lifted, saving, lifting, onChange, onRemove, onNext } = props
  const { id, title, essential, levels } = criterion
  const { minLevels, maxLevels } = ASSIGNMENT_LIMITS
  const { setNodeRef, listeners, transform, transition, isDragging } = useSortable({ id })
  const own = useId()
  const [list, focusNext] = useFocusNext<HTMLOListElement>()
  const problems = checked ? criterionProblems(criterion) : null
  const wrong =
    problems?.title ??
    problems?.levels.map((one) => one.title ?? one.points ?? one.meaning).find(Boolean)

  const changeLevel = (at: number, part: Partial<LevelValues>) =>
    onChange({
      ...criterion,
      levels: levels.map((level, index) => (index === at ? { ...level, ...part } : level)),
    })
  const onKeyDown = (event: KeyboardEvent) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.nativeEvent.isComposing
    if (event.key !== 'Enter' || !isPlain) return
    event.preventDefault()
    if (title.trim() !== '') onNext?.()
  }

  return (
    <Flex
      component="li"
      vertical
      gap="small"
      ref={setNodeRef}
      data-criterion={id}
      data-lifted={lifted || isDragging || undefined}
      className={styles.criterion}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <div className={styles.head}>
        <DragHandle
          item={{ id, title: name }}
          lifted={lifted}
          saving={saving}
          actions={lifting}
          onPointerDown={(event) => listeners?.onPointerDown?.(event)}
        />
        <Input
          data-title
          aria-label={`Title of ${name}`}
          placeholder="Criterion"
          autoComplete="off"
          value={title}
          aria-invalid={Boolean(problems?.title)}
          {...(wrong && { 'aria-describedby': `${own}-problem` })}
          status={problems?.title ? 'error' : ''}
          onKeyDown={onKeyDown}
          onChange={({ target }) => onChange({ ...criterion, title: target.value })}
        />
        <Checkbox
          checked={essential}
          onChange={({ target }) => onChange({ ...criterion, essential: target.checked })}
        >
          Essential
        </Checkbox>
        <Button
          type="text"
          icon={<Trash2 aria-hidden="true" />}
          aria-label={`Remove ${name}`}
          onClick={onRemove}
        />
      </div>
      {wrong && (
        <p id={`${own}-problem`} className={typography.problem}>
          {wrong}
        </p>
      )}
      <Flex component="ol" vertical gap="small" ref={list} aria-label={`Levels of ${name}`}>
        {placed(levels).map(({ level, at }) => (
          <LevelEditor
            key={at}
            number={at + 1}
            level={level}
            of={name}
            problems={problems?.levels[at] ?? null}
            onChange={(part) => changeLevel(at, part)}
            onRemove={
              levels.length > minLevels
                ? () => {
                    onChange({ ...criterion, levels: levels.filter((_, index) => index !== at) })
                    focusNext(titleOfLevel(Math.max(0, at - 1)))
                  }
                : null
            }
          />
        ))}
      </Flex>
      {levels.length < maxLevels && (
        <Flex>
          <Button
            type="text"
            size="small"
            icon={<Plus aria-hidden="true" />}
            aria-label={`Add Level to ${name}`}
            onClick={() => {
              onChange({ ...criterion, levels: [...levels, nextLevel(levels)] })
              focusNext(titleOfLevel(levels.length))
            }}
          >
            Add Level
          </Button>
        </Flex>
      )}
    </Flex>
  )
}

/** Gives each level its index as its key, because levels have no id. */
const placed = (levels: readonly LevelValues[]) =>
  Array.from(levels, (level, at) => ({ level, at }))

/** Returns the selector of the title of a level, which is its first field. */
const titleOfLevel = (at: number) => `li:nth-child(${at + 1}) input`

/** Returns an empty level. If the highest level has points, the new one has one point more. */
function nextLevel(levels: readonly LevelValues[]): LevelValues {
  const points = levels.at(-1)?.points ?? ''
  const more = /^\d+$/.test(points) ? String(Number(points) + 1) : ''
  return { title: '', points: more, meaning: '' }
}

interface LevelEditorProps {
  number: number
  level: LevelValues
  /** The name of the criterion that has these levels. */
  of: string
  problems: { title: string | null; points: string | null; meaning: string | null } | null
  onChange: (part: Partial<LevelValues>) => void
  /** Removes the level; null while the criterion has only the required number of levels. */
  onRemove: (() => void) | null
}

function LevelEditor({ number, level, of, problems, onChange, onRemove }: LevelEditorProps) {
  const name = `level ${number} of ${of}`
  return (
    <li className={styles.level}>
      <span className={styles.number} aria-hidden="true">
        {number}
      </span>
      <Input
        aria-label={`Title of ${name}`}
        placeholder="Level"
        autoComplete="off"
        value={level.title}
        aria-invalid={Boolean(problems?.title)}
        status={problems?.title ? 'error' : ''}
        onChange={({ target }) => onChange({ title: target.value })}
      />
      <Input
        aria-label={`Points of ${name}`}
        placeholder="Points"
        inputMode="decimal"
        autoComplete="off"
        value={level.points}
        aria-invalid={Boolean(problems?.points)}
        status={problems?.points ? 'error' : ''}
        onChange={({ target }) => onChange({ points: target.value })}
      />
      <Input.TextArea
        aria-label={`Meaning of ${name}`}
        placeholder="What it means"
        autoSize={{ minRows: 1, maxRows: 6 }}
        value={level.meaning}
        aria-invalid={Boolean(problems?.meaning)}
        status={problems?.meaning ? 'error' : ''}
        onChange={({ target }) => onChange({ meaning: target.value })}
      />
      {onRemove && (
        <Button
          type="text"
          icon={<Trash2 aria-hidden="true" />}
          aria-label={`Remove ${name}`}
          onClick={onRemove}
        />
      )}
    </li>
  )
}
