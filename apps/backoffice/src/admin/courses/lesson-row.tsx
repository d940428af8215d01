import {
  type LessonBadge,
  type LessonSummary,
  lessonBadges,
  wholeMinutes,
} from '@rookies/data/course-editing/course-content'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import {
  CirclePlay,
  Ellipsis,
  File,
  FileText,
  Link,
  type LucideIcon,
  Pencil,
  Trash2,
} from 'lucide-react'
import { memo } from 'react'
import { MenuButton } from '../../ui/menu-button'
import { QuietButton } from '../../ui/quiet-button'
import { StatusBadge, type StatusTone } from '../../ui/status-badge'
import { DragHandle } from './drag-handle'
import styles from './lesson-row.module.css'
import { PointerSorting, usePointerSorting } from './pointer-sorting'
import type { ArrangingActs } from './use-arranging'

type ContentType = LessonSummary['content_type']

const TYPES: Record<ContentType, { icon: LucideIcon; name: string }> = {
  VIDEO: { icon: CirclePlay, name: 'Video' },
  TEXT: { icon: FileText, name: 'Text' },
  EXTERNAL_LINK: { icon: Link, name: 'Link' },
  FILE: { icon: File, name: 'File' },
}

const TONES: Record<LessonBadge['kind'], StatusTone> = {
  provider: 'plain',
  link: 'plain',
  text: 'plain',
  preview: 'info',
}

interface LessonRowProps {
  lesson: LessonSummary
  /** On its way to another place, by pointer or by keys. */
  moving: boolean
  lifted: boolean
  saving: boolean
  acts: ArrangingActs
  onEdit: (lessonId: string) => void
  onDelete: (lesson: LessonSummary) => void
}

/**
 * One lesson in the editor: what it is, and what can be done with it. Drawn again only for what concerns
 * this very lesson: there may be hundreds.
 */
export const LessonRow = memo(function LessonRow(props: LessonRowProps) {
  const { lesson, moving, lifted, saving, acts, onEdit, onDelete } = props
  const { element, begin, onPointerDown } = usePointerSorting()
  const { icon: Icon, name } = TYPES[lesson.content_type]
  const minutes = wholeMinutes(lesson.duration_sec)
  return (
    <li ref={element} className={styles.lesson} data-moving={moving || undefined}>
      <PointerSorting
        kind="lesson"
        id={lesson.id}
        element={element}
        begin={begin}
        moving={moving}
      />
      <DragHandle
        item={{ kind: 'lesson', id: lesson.id, title: lesson.title }}
        lifted={lifted}
        saving={saving}
        acts={acts}
        onPointerDown={onPointerDown}
      />
      <Icon className={styles.icon} aria-hidden="true" />
      <div className={styles.text}>
        <p className={styles.title}>
          <VisuallyHidden>{`${name}: `}</VisuallyHidden>
          {lesson.title}
        </p>
        {lesson.description && <p className={styles.description}>{lesson.description}</p>}
      </div>
      <div className={styles.facts}>
        {minutes !== null && <span className={styles.minutes}>{`${minutes} min`}</span>}
        {lessonBadges(lesson).map(({ kind, label }) => (
          <StatusBadge key={kind} tone={TONES[kind]} label={label} />
        ))}
      </div>
      <div className={styles.acts}>
        <QuietButton
          icon={<Pencil aria-hidden="true" />}
          aria-label={`Edit ${lesson.title}`}
          onClick={() => onEdit(lesson.id)}
        />
        <MenuButton
          label={`Actions for ${lesson.title}`}
          icon={<Ellipsis aria-hidden="true" />}
          items={[
            {
              key: 'delete',
              icon: <Trash2 aria-hidden="true" />,
              label: 'Delete',
              danger: true,
              onClick: () => onDelete(lesson),
            },
          ]}
        />
      </div>
    </li>
  )
})
