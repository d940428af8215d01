import {
  type LessonBadge,
  type LessonSummary,
  lessonBadges,
  wholeMinutes,
} from '@rookies/data/catalogue/course-content'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { CirclePlay, File, FileText, Link, type LucideIcon } from 'lucide-react'
import { memo } from 'react'
import { StatusBadge, type StatusTone } from '../../ui/status-badge'
import styles from './lesson-row.module.css'

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

/** One lesson in the editor: light enough for hundreds of them. */
export const LessonRow = memo(function LessonRow({ lesson }: { lesson: LessonSummary }) {
  const { icon: Icon, name } = TYPES[lesson.content_type]
  const minutes = wholeMinutes(lesson.duration_sec)
  return (
    <li className={styles.lesson}>
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
    </li>
  )
})
