import { LESSON_TYPES, type LessonType } from '@rookies/data/course-viewing/outline'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { CirclePlay, File, FileText, Link2, ListChecks, SquareTerminal } from 'lucide-react'

const ICONS = {
  VIDEO: CirclePlay,
  TEXT: FileText,
  EXTERNAL_LINK: Link2,
  FILE: File,
  ASSIGNMENT: ListChecks,
  EXERCISE: SquareTerminal,
}

/** The icon of a lesson's type, with a name for screen readers. */
export function LessonIcon({ type }: { type: LessonType }) {
  const Icon = ICONS[type]
  return (
    <>
      <Icon aria-hidden="true" />
      <VisuallyHidden>{LESSON_TYPES[type]}</VisuallyHidden>
    </>
  )
}
