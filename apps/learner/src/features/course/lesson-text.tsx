import { usePart } from '../../shared/lazy-part'
import { markdown } from './markdown'
import type { LessonReadingProps } from './reading/lesson-reading'

/** A lesson's text, once its renderer has loaded. */
export function LessonText(props: LessonReadingProps) {
  const LessonReading = usePart(markdown)
  return LessonReading && <LessonReading {...props} />
}
