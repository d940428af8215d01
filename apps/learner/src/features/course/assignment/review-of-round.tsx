import type { Review } from '@rookies/data/assignments/round'
import { localMoment } from '@rookies/data/time/moment-text'
import MarkdownView from '@rookies/ui/markdown/markdown-view'
import { CircleCheck, type LucideIcon, MessageSquareReply } from 'lucide-react'
import styles from './assignment.module.css'
import { JudgedLevels } from './rubric'
import { Remarks } from './work-lines'

const SHOWN: Record<Review['verdict'], { state: string; text: string; Icon: LucideIcon }> = {
  PASS: { state: 'PASSED', text: 'Passed', Icon: CircleCheck },
  AGAIN: { state: 'RETURNED', text: 'Please go on', Icon: MessageSquareReply },
}

/** Shows the review of a round, without the remarks on files and lines, which are in the work itself. */
export function ReviewOfRound({ review }: { review: Review }) {
  const { verdict, comment, levels, rubric, published_at, reviewer, remarks } = review
  const { state, text, Icon } = SHOWN[verdict]
  return (
    <aside aria-label="Review" className={styles.review}>
      <p className={styles.state} data-state={state}>
        <Icon aria-hidden="true" />
        {text}
      </p>
      <p className={styles.muted}>
        <bdi>{reviewer ?? 'A reviewer'}</bdi>
        {`, ${localMoment(published_at)}`}
      </p>
      {comment && <MarkdownView source={comment} headingOffset={3} htmlAsText />}
      <Remarks
        remarks={remarks.filter(({ path, line_from }) => path === null && line_from === null)}
      />
      <JudgedLevels rubric={rubric} levels={levels} />
    </aside>
  )
}
