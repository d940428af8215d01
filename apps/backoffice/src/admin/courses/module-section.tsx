import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable'
import type { LessonSummary, ModuleSummary } from '@rookies/data/course-editing/course-content'
import type { ModuleOrder } from '@rookies/data/course-editing/course-order'
import { ChevronDown, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { memo, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { MenuButton } from '../../ui/menu-button'
import { DragHandle } from './drag-handle'
import { AddLesson } from './lesson-dialog/open-buttons'
import { LessonRow } from './lesson-row'
import styles from './module-section.module.css'
import { PointerSorting, usePointerSorting } from './pointer-sorting'
import { RenameModule } from './rename-module'
import type { ArrangingActs, Moving } from './use-arranging'

interface ModuleSectionProps {
  module: ModuleSummary
  /** Its lessons in the order on screen, which may not be written yet. */
  order: ModuleOrder
  lessonById: ReadonlyMap<string, LessonSummary>
  /** Its place in the course, from 1. */
  number: number
  /** How many of its lessons are drawn so far. */
  drawn: number
  open: boolean
  /** What is on its way to another place, and whether by keys. */
  moving: Moving | null
  liftedByKeys: boolean
  saving: boolean
  acts: ArrangingActs
  onToggle: (moduleId: string) => void
  onEditLesson: (lessonId: string) => void
  onDeleteLesson: (lesson: LessonSummary) => void
  onDelete: (module: ModuleSummary) => void
}

/** One module and its lessons, which can be folded away, renamed, moved and deleted. */
export const ModuleSection = memo(function ModuleSection(props: ModuleSectionProps) {
  const { module, order, lessonById, number, drawn, open, moving, liftedByKeys, saving, acts } =
    props
  const [renaming, setRenaming] = useState(false)
  const listId = useId()
  const toggle = useRef<HTMLButtonElement>(null)
  const { element, begin, onPointerDown } = usePointerSorting()
  const lessons = useMemo(
    () => order.lessons.flatMap((id) => lessonById.get(id) ?? []),
    [order, lessonById],
  )
  // The field that had the focus is gone: it goes on with the title that was edited.
  const renamed = useRef(false)
  useLayoutEffect(() => {
    if (renamed.current && !renaming) toggle.current?.focus()
    renamed.current = renaming
  }, [renaming])
  const isMoving = moving?.id === module.id
  // What is carried into a folded module is seen there. Tall neighbours would have to make way for a
  // tall module: while modules are dragged, they are folded.
  const holdsMoving = moving?.kind === 'lesson' && order.lessons.includes(moving.id)
  const folded = (!open && !holdsMoving) || (moving?.kind === 'module' && !liftedByKeys)

  return (
    <li ref={element} className={styles.module} data-moving={isMoving || undefined}>
      <PointerSorting
        kind="module"
        id={module.id}
        element={element}
        begin={begin}
        moving={isMoving}
      />
      <div className={styles.head}>
        <DragHandle
          item={{ kind: 'module', id: module.id, title: module.title }}
          lifted={isMoving && liftedByKeys}
          saving={saving}
          acts={acts}
          onPointerDown={onPointerDown}
        />
        {renaming ? (
          <RenameModule module={module} onClose={() => setRenaming(false)} />
        ) : (
          <>
            <h3 className={styles.heading}>
              <button
                ref={toggle}
                type="button"
                className={styles.toggle}
                aria-expanded={!folded}
                aria-controls={listId}
                onClick={() => props.onToggle(module.id)}
              >
                <ChevronDown className={styles.chevron} aria-hidden="true" />
                <span className={styles.number}>{number}</span>
                <span className={styles.title}>{module.title}</span>
                <span className={styles.count}>
                  {lessons.length === 1 ? '1 lesson' : `${lessons.length} lessons`}
                </span>
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
      </div>
      <SortableContext items={order.lessons} strategy={verticalListSortingStrategy}>
        <ol
          id={listId}
          className={styles.lessons}
          hidden={folded}
          style={{ paddingBlockEnd: roomFor(lessons.length - drawn) }}
        >
          {lessons.slice(0, drawn).map((lesson) => (
            <LessonRow
              key={lesson.id}
              lesson={lesson}
              moving={moving?.id === lesson.id}
              lifted={liftedByKeys && moving?.id === lesson.id}
              saving={saving}
              acts={acts}
              onEdit={props.onEditLesson}
              onDelete={props.onDeleteLesson}
            />
          ))}
        </ol>
      </SortableContext>
      {!folded && (
        <div className={styles.foot}>
          <AddLesson moduleId={module.id} module={module.title} />
        </div>
      )}
    </li>
  )
})

/** The height that rows will take which are not drawn yet: what is below them does not move. */
function roomFor(rows: number): string | undefined {
  return rows > 0 ? `${rows * 3.25}rem` : undefined
}
