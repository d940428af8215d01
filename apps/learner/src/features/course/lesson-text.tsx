import { lazy, Suspense } from 'react'
import { LessonBodySkeleton } from './lesson-body-skeleton'

/** The parser, the sanitiser and the highlighter come when there is a text to show, and no sooner. */
export const loadMarkdown = () => import('@rookies/ui/markdown/markdown-view')

const MarkdownView = lazy(loadMarkdown)

interface LessonTextProps {
  source: string
  headingOffset: number
}

export function LessonText(props: LessonTextProps) {
  return (
    <Suspense fallback={<LessonBodySkeleton type="TEXT" />}>
      <MarkdownView {...props} />
    </Suspense>
  )
}
