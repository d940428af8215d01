import {
  type LessonBadge,
  type LessonSummary,
  lessonBadges,
  wholeMinutes,
} from '@rookies/data/course-editing/course-content'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Flex } from 'antd'
import {
  CirclePlay,
  ClipboardCheck,
  Code,
  CopyPlus,
  Download,
  Ellipsis,
  File,
  FileText,
  FolderInput,
  Link,
  type LucideIcon,
  Trash2,
} from 'lucide-react'
import { memo } from 'react'
import { MenuButton } from '../../ui/menu-button'
import { StatusBadge, type StatusTone } from '../../ui/status-badge'
import { DragHandle } from './drag-handle'
import styles from './module-list.module.css'
import { PointerSorting, usePointerSorting } from './pointer-sorting'
import typography from './typography.module.css'
import { useNear } from './use-near'
import type { ReorderActions } from './use-reordering'

type ContentType = LessonSummary['content_type']

const TYPES: Record<ContentType, { icon: LucideIcon; name: string }> = {
  VIDEO: { icon: CirclePlay, name: 'Video' },
  TEXT: { icon: FileText, name: 'Text' },
  EXTERNAL_LINK: { icon: Link, name: 'Link' },
  FILE: { icon: File, name: 'File' },
  ASSIGNMENT: { icon: ClipboardCheck, name: 'Assignment' },
  EXERCISE: { icon: Code, name: 'Exercise' },
}

const TONES: Record<LessonBadge['kind'], StatusTone> = {
  provider: 'plain',
  link: 'plain',
  text: 'plain',
  assignment: 'plain',
  exercise: 'plain',
  preview: 'info',
}

/** The actions on a lesson. The functions never change, so memoized rows do not render again because of them. */
export interface LessonActions {
  edit: (lessonId: string) => void
  move: (lesson: LessonSummary) => void
  duplicate: (lesson: LessonSummary) => void
  exportAsMarkdown: (lesson: LessonSummary) => void
  delete: (lesson: LessonSummary) => void
}

interface LessonRowProps {
  lesson: LessonSummary
  /** Whether the row is among the first ones, which fill the window before positions are measured. */
  early: boolean
  /** Whether the course has another module to which the lesson can move. */
  movable: boolean
  /** Whether the lesson is being moved, by pointer or keyboard. */
  moving: boolean
  lifted: boolean
  saving: boolean
  actions: ReorderActions
  lessonActions: LessonActions
}

/**
 * One lesson in the editor. A course can have a thousand lessons (rules/courses#many-lessons). A row far from the
 * window is only a title, which the browser's search and screen readers find. A row renders again only when its own
 * lesson changes.
 */
export const LessonRow = memo(function LessonRow({ early, ...row }: LessonRowProps) {
  const sorting = usePointerSorting()
  const near = useNear(sorting.element, early)
  const { lesson, moving } = row
  return (
    <li ref={sorting.element} className={styles.lesson} data-moving={moving || undefined}>
      {near || moving ? <Row {...row} sorting={sorting} /> : lesson.title}
    </li>
  )
})

interface RowProps extends Omit<LessonRowProps, 'early'> {
  sorting: ReturnType<typeof usePointerSorting>
}

/** A complete row, with the lesson's facts and actions. */
function Row({ lesson, movable, lifted, saving, actions, lessonActions, sorting }: RowProps) {
  const { element, begin, onPointerDown } = sorting
  const { icon: Icon, name } = TYPES[lesson.content_type]
  const minutes = wholeMinutes(lesson.duration_sec)
  return (
    <>
      <PointerSorting kind="lesson" id={lesson.id} element={element} begin={begin} />
      <DragHandle
        item={{ kind: 'lesson', id: lesson.id, title: lesson.title }}
        lifted={lifted}
        saving={saving}
        actions={actions}
        onPointerDown={onPointerDown}
      />
      <Icon className={styles.icon} aria-hidden="true" />
      <div className={styles.text}>
        <p>
          <VisuallyHidden>{`${name}: `}</VisuallyHidden>
          <button
            type="button"
            dir="auto"
            className={styles.open}
            aria-label={`Edit ${lesson.title}`}
            onClick={() => lessonActions.edit(lesson.id)}
          >
            {lesson.title}
          </button>
        </p>
        {lesson.description && (
          <p className={`${typography.muted} ${typography.clamped}`}>{lesson.description}</p>
        )}
      </div>
      <Flex wrap align="center" gap="0.25rem 0.5rem" className={styles.facts}>
        {minutes !== null && <span className={typography.muted}>{`${minutes} min`}</span>}
        {lessonBadges(lesson).map(({ kind, label }) => (
          <StatusBadge key={kind} tone={TONES[kind]} label={label} />
        ))}
      </Flex>
      <MenuButton
        label={`Actions for ${lesson.title}`}
        icon={<Ellipsis aria-hidden="true" />}
        items={[
          ...(movable
            ? [
                {
                  key: 'move',
                  icon: <FolderInput aria-hidden="true" />,
                  label: 'Move to Module…',
                  disabled: saving,
                  onClick: () => lessonActions.move(lesson),
                },
              ]
            : []),
          {
            key: 'duplicate',
            icon: <CopyPlus aria-hidden="true" />,
            label: 'Duplicate',
            onClick: () => lessonActions.duplicate(lesson),
          },
          {
            key: 'export',
            icon: <Download aria-hidden="true" />,
            label: 'Export as Markdown',
            onClick: () => lessonActions.exportAsMarkdown(lesson),
          },
          {
            key: 'delete',
            icon: <Trash2 aria-hidden="true" />,
            label: 'Delete',
            danger: true,
            onClick: () => lessonActions.delete(lesson),
          },
        ]}
      />
    </>
  )
}
