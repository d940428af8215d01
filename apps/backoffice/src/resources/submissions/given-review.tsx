import { VERDICT_LABELS } from '@rookies/data/assignments/queue-labels'
import type { Review, Round } from '@rookies/data/assignments/round'
import { capitalized } from '@rookies/data/wording'
import { Descriptions, Flex } from 'antd'
import { Moment } from '../../kit/cells'
import cells from '../../ui/cells.module.css'
import { StatusBadge, type StatusTone } from '../../ui/status-badge'
import { Written } from '../../ui/written'
import styles from './review.module.css'
import { placeText } from './round-changes'

const TONES: Record<Review['verdict'], StatusTone> = { PASS: 'live', AGAIN: 'draft' }

/** Shows a published review with the rubric of that time. Remarks on lines are not here but at their lines. */
export function GivenReview({ round, review }: { round: Pick<Round, 'round'>; review: Review }) {
  const { verdict, reviewer, published_at, comment, rubric, levels, remarks } = review
  const loose = remarks.filter(({ line_from }) => line_from === null)
  return (
    <section aria-label={`Review of round ${round.round}`} className={styles.given}>
      <p className={styles.verdictGiven}>
        <StatusBadge tone={TONES[verdict]} label={VERDICT_LABELS[verdict]} />{' '}
        <span className={cells.fact}>
          {`Round ${round.round}, ${reviewer ?? 'a deleted account'}, `}
          <Moment of={published_at} />
        </span>
      </p>
      {rubric.length > 0 && (
        <Descriptions
          size="small"
          column={1}
          colon={false}
          className={styles.judged}
          items={rubric.map(({ id, title, levels: all }) => ({
            key: id,
            label: title,
            children: all[levels[id] ?? -1]?.title ?? 'Not judged',
          }))}
        />
      )}
      {comment && <Written source={comment} />}
      {loose.map(({ id, path, body, ...place }) => (
        <div key={id}>
          <Flex component="p" align="center" justify="space-between" className={styles.place}>
            {[path, capitalized(placeText(place) ?? '')].filter(Boolean).join(', ')}
          </Flex>
          <Written source={body} />
        </div>
      ))}
    </section>
  )
}
