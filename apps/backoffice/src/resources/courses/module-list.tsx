import {
  type CollisionDetection,
  closestCenter,
  DndContext,
  type DragEndEvent,
  type DragOverEvent,
  DragOverlay,
  type DragStartEvent,
  MeasuringStrategy,
  PointerSensor,
  pointerWithin,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable'
import type { LessonSummary, ModuleSummary } from '@rookies/data/course-editing/course-content'
import { moveLesson, moveModule } from '@rookies/data/course-editing/course-order'
import type { Content } from '@rookies/data/course-editing/delete-content'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Button, Flex } from 'antd'
import { ChevronsDownUp, ChevronsUpDown } from 'lucide-react'
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useAddressState } from '../../app/use-address-state'
import { lazyDialog } from '../../kit/lazy-dialog'
import { DeleteContentDialog } from './course-questions'
import { handleId } from './drag-handle'
import { LESSON_PARAM } from './lesson-dialog/lesson-address'
import type { LessonActions } from './lesson-row'
import styles from './module-list.module.css'
import { ModuleSection } from './module-section'
import { useContentActions } from './use-content-actions'
import { useDuplicate } from './use-duplicate'
import { useExportLesson } from './use-export-content'
import { useReordering } from './use-reordering'

const MoveToModule = lazyDialog(
  () => import('./move-to-module'),
  (module) => module.default,
  { title: 'Move to Module' },
)

/** Number of rows that are complete in the first rendering, before their positions are measured. */
const EARLY_ROWS = 24

interface ModuleListProps {
  courseId: string
  modules: readonly ModuleSummary[]
}

/** Finds the drop target of a pointer: a lesson is dropped among lessons, and a module among modules. */
const findDropTarget: CollisionDetection = (args) => {
  const of = (kind: string) =>
    args.droppableContainers.filter(({ data }) => data.current?.kind === kind)
  if (args.active.data.current?.kind === 'module') {
    return closestCenter({ ...args, droppableContainers: of('module') })
  }
  const lessons = pointerWithin({ ...args, droppableContainers: of('lesson') })
  if (lessons.length > 0) return lessons
  const modules = pointerWithin({ ...args, droppableContainers: of('module') })
  return modules.length > 0
    ? modules
    : closestCenter({ ...args, droppableContainers: of('lesson') })
}

/** Turns off dnd-kit's announcements, because this list announces moves itself. */
const noAnnouncements = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
}

/** Modules with their lessons, which can be reordered by pointer and keyboard. */
export function ModuleList({ courseId, modules }: ModuleListProps) {
  const { order, moving, liftedByKeys, saving, announcement, actions } = useReordering(
    courseId,
    modules,
  )
  const { change } = useAddressState()
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const [deleting, setDeleting] = useState<(Content & { title: string }) | null>(null)
  const [sending, setSending] = useState<LessonSummary | null>(null)
  const { remove } = useContentActions()
  const { start: duplicate } = useDuplicate({ undo: remove })
  const { start: exportLesson } = useExportLesson()
  // A press that moves less than this distance is a click.
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }))
  const moduleById = useMemo(() => new Map(modules.map((module) => [module.id, module])), [modules])
  const lessonById = useMemo(
    () => new Map(modules.flatMap(({ lessons }) => lessons.map((lesson) => [lesson.id, lesson]))),
    [modules],
  )

  // The id of the moved item. Moving an element in the DOM removes its focus, so the focus is restored after each
  // step, unless the person has focused something else.
  const movedId = useRef<string>(null)
  useLayoutEffect(() => {
    if (liftedByKeys && moving) movedId.current = moving.id
    if (!movedId.current || order.length === 0) return
    const active = document.activeElement
    if (active === null || active === document.body) {
      document.getElementById(handleId(movedId.current))?.focus()
    }
    if (!moving) movedId.current = null
  }, [liftedByKeys, moving, order])

  const onToggle = useCallback((id: string) => {
    setFolded((before) => {
      const after = new Set(before)
      if (!after.delete(id)) after.add(id)
      return after
    })
  }, [])
  const lessonActions = useMemo<LessonActions>(
    () => ({
      edit: (id) => change({ [LESSON_PARAM]: id }),
      move: setSending,
      duplicate: ({ id }) => duplicate({ kind: 'lesson', id }),
      exportAsMarkdown: ({ id }) => exportLesson(id),
      delete: ({ id, title }) => setDeleting({ kind: 'lesson', id, title }),
    }),
    [change, duplicate, exportLesson],
  )
  const onDuplicate = useCallback(
    ({ id }: ModuleSummary) => duplicate({ kind: 'module', id }),
    [duplicate],
  )
  const onDelete = useCallback(
    ({ id, title }: ModuleSummary) => setDeleting({ kind: 'module', id, title }),
    [],
  )
  /** Returns the number of complete rows in the first rendering of the module at this index. */
  const earlyRowsOf = (position: number) =>
    EARLY_ROWS - order.slice(0, position).reduce((sum, { lessons }) => sum + lessons.length, 0)
  const allFolded = modules.every(({ id }) => folded.has(id))

  const onDragStart = ({ active }: DragStartEvent) => {
    const id = String(active.id)
    const module = moduleById.get(id)
    const lesson = lessonById.get(id)
    if (module) actions.lift({ kind: 'module', id, title: module.title }, false)
    else if (lesson) actions.lift({ kind: 'lesson', id, title: lesson.title }, false)
  }

  /** Returns where a dragged lesson would be dropped: on a lesson, or in a module beside its lessons. */
  const findLanding = (activeId: string, overId: string) => {
    const module = order.find(({ id, lessons }) => id === overId || lessons.includes(overId))
    if (!module) return null
    if (module.id !== overId) return { module, to: module.lessons.indexOf(overId) }
    return module.lessons.includes(activeId) ? null : { module, to: module.lessons.length }
  }

  const onDragOver = ({ active, over }: DragOverEvent) => {
    if (!over || moving?.kind !== 'lesson') return
    const to = findLanding(String(active.id), String(over.id))
    // Within one module, dnd-kit makes room itself.
    if (to && !to.module.lessons.includes(String(active.id))) {
      actions.carryLesson(String(active.id), to.module.id, to.to)
    }
  }

  const onDragEnd = ({ active, over }: DragEndEvent) => {
    const id = String(active.id)
    if (!over || !moving) return actions.cancel()
    if (moving.kind === 'module') {
      void actions.drop(
        moveModule(
          order,
          id,
          order.findIndex((module) => module.id === over.id),
        ),
      )
      return
    }
    const to = findLanding(id, String(over.id))
    void actions.drop(to ? moveLesson(order, id, to.module.id, to.to) : order)
  }

  return (
    <>
      {modules.length > 1 && (
        <Flex justify="flex-end" style={{ marginBottom: 'var(--space-2)' }}>
          <Button
            type="text"
            size="small"
            icon={
              allFolded ? (
                <ChevronsUpDown aria-hidden="true" />
              ) : (
                <ChevronsDownUp aria-hidden="true" />
              )
            }
            onClick={() => setFolded(new Set(allFolded ? [] : modules.map(({ id }) => id)))}
          >
            {allFolded ? 'Expand All' : 'Collapse All'}
          </Button>
        </Flex>
      )}
      <DndContext
        sensors={sensors}
        collisionDetection={findDropTarget}
        measuring={{ droppable: { strategy: MeasuringStrategy.WhileDragging } }}
        accessibility={{ announcements: noAnnouncements }}
        onDragStart={onDragStart}
        onDragOver={onDragOver}
        onDragEnd={onDragEnd}
        onDragCancel={actions.cancel}
      >
        <SortableContext items={order} strategy={verticalListSortingStrategy}>
          <Flex component="ol" vertical gap="middle" aria-busy={saving}>
            {order.map((place, position) => {
              const module = moduleById.get(place.id)
              return (
                module && (
                  <ModuleSection
                    key={place.id}
                    module={module}
                    order={place}
                    lessonById={lessonById}
                    number={position + 1}
                    early={earlyRowsOf(position)}
                    movable={order.length > 1}
                    open={!folded.has(place.id)}
                    moving={moving}
                    liftedByKeys={liftedByKeys}
                    saving={saving}
                    actions={actions}
                    onToggle={onToggle}
                    lessonActions={lessonActions}
                    onDuplicate={onDuplicate}
                    onDelete={onDelete}
                  />
                )
              )
            })}
          </Flex>
        </SortableContext>
        <DragOverlay dropAnimation={null}>
          {moving && !liftedByKeys && <p className={styles.carried}>{moving.title}</p>}
        </DragOverlay>
        <VisuallyHidden>
          <span role="status">{announcement}</span>
        </VisuallyHidden>
      </DndContext>
      {sending && (
        <MoveToModule
          lesson={sending}
          modules={order.flatMap(({ id }) => moduleById.get(id) ?? [])}
          onMove={(module) => {
            setSending(null)
            // The target module is expanded, so that the lesson is visible and keeps the focus.
            setFolded((before) => new Set([...before].filter((id) => id !== module.id)))
            void actions.send({ kind: 'lesson', id: sending.id, title: sending.title }, module)
          }}
          onClose={() => setSending(null)}
        />
      )}
      {deleting && <DeleteContentDialog content={deleting} onClose={() => setDeleting(null)} />}
    </>
  )
}
