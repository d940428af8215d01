import type { Review } from '@rookies/data/assignments/round'
import { localMoment } from '@rookies/data/dates/moment'
import MarkdownView from '@rookies/ui/markdown/markdown-view'
import { CircleCheck, MessageSquareReply } from 'lucide-react'
import styles from './assignment.module.css'
import { JudgedLevels } from './rubric'
import { Remarks } from './work-lines'

/** Shows the review of a round, without the remarks on files and lines, which are in the work itself. */
export function ReviewOfRound({ review }: { review: Review }) {
  const { verdict, comment, levels, rubric, published_at, reviewer, remarks } = review
  const passed = verdict === 'PASS'
  return (
    <aside aria-label="Review" className={styles.review}>
      <p className={styles.state} data-state={passed ? 'PASSED' : 'RETURNED'}>
        {passed ? <CircleCheck aria-hidden="true" /> : <MessageSquareReply aria-hidden="true" />}
        {passed ? 'Passed' : 'Please go on'}
      </p>
      <p className={styles.muted}>
        <bdi>{reviewer ?? 'A reviewer'}</bdi>
        {`, ${localMoment(published_at)}`}
      </p>
      {comment && <MarkdownView source={comment} headingOffset={3} />}
      <Remarks
        remarks={remarks.filter(({ path, line_from }) => path === null && line_from === null)}
      />
      <JudgedLevels rubric={rubric} levels={levels} />
    </aside>
  )
}
