import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable'
import type { LessonSummary, ModuleSummary } from '@rookies/data/course-editing/course-content'
import type { ModuleOrder } from '@rookies/data/course-editing/course-order'
import { Button, Flex } from 'antd'
import { ChevronDown, CopyPlus, Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react'
import { memo, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useAddressState } from '../../app/use-address-state'
import { MenuButton } from '../../ui/menu-button'
import { DragHandle } from './drag-handle'
import { NEW_LESSON_PARAM } from './lesson-dialog/lesson-address'
import { type LessonActions, LessonRow } from './lesson-row'
import styles from './module-list.module.css'
import { PointerSorting, usePointerSorting } from './pointer-sorting'
import { RenameModule } from './rename-module'
import typography from './typography.module.css'
import { useNear } from './use-near'
import type { Moving, ReorderActions } from './use-reordering'

interface ModuleSectionProps {
  module: ModuleSummary
  /** The lessons of the module in the order on screen, which may not be saved yet. */
  order: ModuleOrder
  lessonById: ReadonlyMap<string, LessonSummary>
  /** The position of the module in the course, from 1. */
  number: number
  /** Number of rows that are complete in the first rendering. */
  early: number
  /** Whether the course has another module to which lessons can move. */
  movable: boolean
  open: boolean
  /** The item that is being moved; null if there is none. */
  moving: Moving | null
  liftedByKeys: boolean
  saving: boolean
  actions: ReorderActions
  onToggle: (moduleId: string) => void
  lessonActions: LessonActions
  onDuplicate: (module: ModuleSummary) => void
  onDelete: (module: ModuleSummary) => void
}

/** The foot is positioned, because the last row would otherwise cover its border. */
const FOOT = {
  position: 'relative',
  padding: 'var(--space-1) var(--space-2)',
  borderTop: '1px solid var(--color-border)',
} as const

/** One module and its lessons. It can be collapsed, renamed, moved and deleted. */
export const ModuleSection = memo(function ModuleSection(props: ModuleSectionProps) {
  const { module, order, lessonById, number, early, open, moving, liftedByKeys, saving, actions } =
    props
  const [renaming, setRenaming] = useState(false)
  const listId = useId()
  const toggle = useRef<HTMLButtonElement>(null)
  const { element, begin, onPointerDown } = usePointerSorting()
  const near = useNear(element)
  const lessons = useMemo(
    () => order.lessons.flatMap((id) => lessonById.get(id) ?? []),
    [order, lessonById],
  )
  // Renaming removes the focused field, so the focus moves to the title.
  const renamed = useRef(false)
  useLayoutEffect(() => {
    if (renamed.current && !renaming) toggle.current?.focus()
    renamed.current = renaming
  }, [renaming])
  const isMoving = moving?.id === module.id
  // A collapsed module shows a lesson that is moved into it. While modules are dragged, all are collapsed, because a
  // tall one would push its neighbours away.
  const holdsMoving = moving?.kind === 'lesson' && order.lessons.includes(moving.id)
  const folded = (!open && !holdsMoving) || (moving?.kind === 'module' && !liftedByKeys)

  return (
    <li ref={element} className={styles.module} data-moving={isMoving || undefined}>
      {(near || isMoving) && (
        <PointerSorting kind="module" id={module.id} element={element} begin={begin} />
      )}
      <Flex align="center" gap="var(--space-1)" style={{ paddingInline: 'var(--space-2)' }}>
        <DragHandle
          item={{ kind: 'module', id: module.id, title: module.title }}
          lifted={isMoving && liftedByKeys}
          saving={saving}
          actions={actions}
          onPointerDown={onPointerDown}
        />
        {renaming ? (
          <RenameModule module={module} onClose={() => setRenaming(false)} />
        ) : (
          <>
            <h3 style={{ flex: 1, minWidth: 0 }}>
              <button
                ref={toggle}
                type="button"
                className={styles.toggle}
                aria-expanded={!folded}
                aria-controls={listId}
                onClick={() => props.onToggle(module.id)}
              >
                <ChevronDown aria-hidden="true" />
                <span className={typography.muted}>{number}</span>
                <Flex
                  component="span"
                  wrap
                  flex={1}
                  align="baseline"
                  gap="0 0.75rem"
                  className={styles.title}
                >
                  <span dir="auto">{module.title}</span>
                  <span className={typography.muted}>
                    {lessons.length === 1 ? '1 lesson' : `${lessons.length} lessons`}
                  </span>
                </Flex>
              </button>
            </h3>
            <MenuButton
              label={`Actions for ${module.title}`}
              icon={<Ellipsis aria-hidden="true" />}
              items={[
                {
                  key: 'rename',
                  icon: <Pencil aria-hidden="true" />,
                  label: 'Rename',
                  onClick: () => setRenaming(true),
                },
                {
                  key: 'duplicate',
                  icon: <CopyPlus aria-hidden="true" />,
                  label: 'Duplicate',
                  onClick: () => props.onDuplicate(module),
                },
                {
                  key: 'delete',
                  icon: <Trash2 aria-hidden="true" />,
                  label: 'Delete',
                  danger: true,
                  onClick: () => props.onDelete(module),
                },
              ]}
            />
          </>
        )}
      </Flex>
      <SortableContext items={order.lessons} strategy={verticalListSortingStrategy}>
        <ol id={listId} hidden={folded}>
          {lessons.map((lesson, place) => (
            <LessonRow
              key={lesson.id}
              lesson={lesson}
              early={place < early}
              movable={props.movable}
              moving={moving?.id === lesson.id}
              lifted={liftedByKeys && moving?.id === lesson.id}
              saving={saving}
              actions={actions}
              lessonActions={props.lessonActions}
            />
          ))}
        </ol>
      </SortableContext>
      {!folded && (
        <div style={FOOT}>
          <AddLesson moduleId={module.id} module={module.title} />
        </div>
      )}
    </li>
  )
})

/** Opens the dialog for a new lesson of a module. */
function AddLesson({ moduleId, module }: { moduleId: string; module: string }) {
  const { change } = useAddressState()
  return (
    <Button
      type="text"
      icon={<Plus aria-hidden="true" />}
      aria-label={`Add Lesson to ${module}`}
      onClick={() => change({ [NEW_LESSON_PARAM]: moduleId })}
    >
      Add Lesson
    </Button>
  )
}
