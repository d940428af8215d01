import type { ReviewedWork } from '@rookies/data/assignments/review-work'
import { lazyComponent } from '../../ui/lazy-component'
import { LazyPart } from '../../ui/lazy-part'
import styles from './review.module.css'

/** The renderer of the learner portal. */
const MarkdownView = lazyComponent(
  () => import('@rookies/ui/markdown/markdown-view'),
  (module) => module.default,
)

interface BriefProps {
  work: Pick<ReviewedWork, 'lesson' | 'brief'>
  open: boolean
  onToggle: (open: boolean) => void
}

/** What was asked for, as learners read it; its code loads when it is opened. */
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
