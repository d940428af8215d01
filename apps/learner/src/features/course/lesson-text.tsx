import { usePart } from '../../shared/lazy-part'
import { markdown } from './markdown'

interface LessonTextProps {
  source: string
  /** Heading levels that the page uses above the text. */
  headingOffset: number
}

/** A lesson's text, as soon as it can be read. */
export function LessonText(props: LessonTextProps) {
  const MarkdownView = usePart(markdown)
  return MarkdownView && <MarkdownView {...props} />
}
