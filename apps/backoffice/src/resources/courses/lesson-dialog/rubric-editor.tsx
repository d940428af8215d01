import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable'
import {
  ASSIGNMENT_LIMITS,
  type CriterionValues,
  newCriterion,
  typedRubric,
  withMoved,
} from '@rookies/data/assignments/edit-assignment'
import { Rubric } from '@rookies/ui/components/rubric/rubric'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Button, Flex } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useFocusNext } from '../../../ui/use-focus-next'
import { handleId } from '../drag-handle'
import typography from '../typography.module.css'
import { CriterionEditor } from './criterion-editor'
import styles from './rubric-editor.module.css'

interface RubricEditorProps {
  /** Prefix of the element ids of the editor. */
  id: string
  rubric: readonly CriterionValues[]
  /** Whether problems are shown, as they are after an attempt to save. */
  checked: boolean
  saving: boolean
  onChange: (rubric: CriterionValues[]) => void
}

/** Edits the criteria of an assignment and their order, with a preview for learners (rules/assignments#rubric). */
export function RubricEditor({ id, rubric, checked, saving, onChange }: RubricEditorProps) {
  const { criteria: most } = ASSIGNMENT_LIMITS
  const [part, focusNext] = useFocusNext<HTMLElement>()
  const [announcement, setAnnouncement] = useState('')
  /** The criterion that was picked up by keyboard, and the order that Escape restores. */
  const [lifted, setLifted] = useState<{ id: string; from: readonly CriterionValues[] } | null>(
    null,
  )
  const sensors = useSensors(useSensor(PointerSensor, DRAG))

  const full = rubric.length >= most
  const add = () => {
    if (full) return
    const fresh = newCriterion(rubric)
    onChange([...rubric, fresh])
    focusNext(titleOf(fresh.id))
  }
  const remove = (at: number) => {
    const neighbour = rubric[at + 1] ?? rubric[at - 1]
    setAnnouncement(`${nameOf(rubric, at)} removed.`)
    onChange(rubric.filter((_, index) => index !== at))
    focusNext(neighbour ? titleOf(neighbour.id) : '[data-add]')
  }
  const move = (item: string, to: number) => {
    const next = withMoved(rubric, item, to)
    const at = next.findIndex((criterion) => criterion.id === item)
    onChange(next)
    setAnnouncement(`${nameOf(next, at)}, place ${at + 1} of ${next.length}.`)
  }
  const lifting = {
    lift: ({ id: item, title }: { id: string; title: string }) => {
      setLifted({ id: item, from: rubric })
      setAnnouncement(
        `${title} picked up. Move it with the arrow keys, drop it with Space, or cancel with Escape.`,
      )
    },
    step: (by: -1 | 1) => {
      if (!lifted) return
      move(lifted.id, rubric.findIndex((criterion) => criterion.id === lifted.id) + by)
      focusNext(`[id="${handleId(lifted.id)}"]`)
    },
    drop: () => setLifted(null),
    cancel: () => {
      if (!lifted) return
      onChange([...lifted.from])
      focusNext(`[id="${handleId(lifted.id)}"]`)
      setAnnouncement('The criterion is back where it was.')
      setLifted(null)
    },
  }
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    const to = rubric.findIndex((criterion) => criterion.id === over?.id)
    if (to >= 0 && over?.id !== active.id) move(String(active.id), to)
  }

  const shown = typedRubric({ rubric: [...rubric] })
  return (
    <section ref={part} aria-labelledby={`${id}-heading`}>
      <h3 id={`${id}-heading`}>Rubric</h3>
      <Flex vertical gap="middle" align="flex-start">
        <p className={typography.muted}>
          {rubric.length === 0
            ? 'By what work is judged: criteria with two to six levels each. Reviewers choose a level by its number.'
            : 'Levels begin with the lowest. Work that is at the lowest level of an essential criterion cannot pass. Reviews that were given keep the rubric of their time.'}
        </p>
        {rubric.length > 0 && (
          <DndContext
            sensors={sensors}
            collisionDetection={closestCenter}
            accessibility={{ announcements: NO_ANNOUNCEMENTS }}
            onDragEnd={onDragEnd}
          >
            <SortableContext items={[...rubric]} strategy={verticalListSortingStrategy}>
              <Flex component="ol" vertical gap={12} className={styles.criteria}>
                {rubric.map((criterion, at) => (
                  <CriterionEditor
                    key={criterion.id}
                    criterion={criterion}
                    name={nameOf(rubric, at)}
                    checked={checked}
                    lifted={lifted?.id === criterion.id}
                    saving={saving}
                    lifting={lifting}
                    onChange={(changed) =>
                      onChange(rubric.map((one) => (one.id === criterion.id ? changed : one)))
                    }
                    onRemove={() => remove(at)}
                    onNext={at === rubric.length - 1 ? add : null}
                  />
                ))}
              </Flex>
            </SortableContext>
          </DndContext>
        )}
        <Button data-add icon={<Plus aria-hidden="true" />} disabled={full} onClick={add}>
          Add Criterion
        </Button>
        {full && <p className={typography.muted}>{`A rubric has at most ${most} criteria.`}</p>}
        {shown.length > 0 && (
          <Flex
            component="section"
            vertical
            gap={12}
            className={styles.preview}
            aria-label="Rubric as learners see it"
          >
            <p className={typography.muted}>As learners see it</p>
            <Rubric criteria={shown} level={4} />
          </Flex>
        )}
      </Flex>
      <VisuallyHidden>
        <span role="status">{announcement}</span>
      </VisuallyHidden>
    </section>
  )
}

const nameOf = (rubric: readonly CriterionValues[], at: number) =>
  rubric[at]?.title.trim() || `criterion ${at + 1}`

const titleOf = (criterion: string) => `[data-criterion="${criterion}"] [data-title]`

/** A drag begins after 4 pixels, so that a click on the handle does not start a drag. */
const DRAG = { activationConstraint: { distance: 4 } }

const nothing = () => undefined
/** Turns off dnd-kit's announcements, because the editor announces moves itself. */
const NO_ANNOUNCEMENTS = {
  onDragStart: nothing,
  onDragOver: nothing,
  onDragEnd: nothing,
  onDragCancel: nothing,
}
