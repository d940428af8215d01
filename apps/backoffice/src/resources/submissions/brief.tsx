import type { ReviewedWork } from '@rookies/data/assignments/review-work'
import { lazyComponent } from '../../ui/lazy-component'
import { LazyPart } from '../../ui/lazy-part'
import styles from './review.module.css'

const MarkdownView = lazyComponent(
  () => import('@rookies/ui/markdown/markdown-view'),
  (module) => module.default,
)

interface BriefProps {
  work: Pick<ReviewedWork, 'lesson' | 'brief'>
  open: boolean
  onToggle: (open: boolean) => void
}

/** Shows the brief as learners see it. The code that renders it loads when the brief is opened. */
export function Brief({ work, open, onToggle }: BriefProps) {
  if (work.brief.trim() === '') return null
  return (
    <details
      className={styles.brief}
      open={open}
      onToggle={({ currentTarget }) => onToggle(currentTarget.open)}
    >
      <summary>Brief</summary>
      {open && (
        <LazyPart rows={4}>
          <MarkdownView key={work.lesson.id} source={work.brief} headingOffset={2} />
        </LazyPart>
      )}
    </details>
  )
}
