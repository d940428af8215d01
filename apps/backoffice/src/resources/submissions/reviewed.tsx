import { VERDICT_LABELS } from '@rookies/data/assignments/queue-labels'
import type { ReviewedWork } from '@rookies/data/assignments/review-work'
import { Alert, Flex } from 'antd'
import { useState } from 'react'
import { Moment } from '../../kit/cells'
import { Brief } from './brief'
import { GivenReview } from './given-review'
import styles from './review.module.css'
import { useReviewKeys } from './review-keys'
import { useShownRounds } from './use-shown-rounds'
import { WorkView } from './work-view'

interface ReviewedProps {
  work: ReviewedWork
  onSkip: () => void
  onHelp: () => void
}

/** Shows work that the reader cannot review, because it does not wait or because somebody else has to review it. */
export function Reviewed({ work, onSkip, onHelp }: ReviewedProps) {
  const [briefOpen, setBriefOpen] = useState(false)
  const { round, compared, onShow, onCompare, toggle } = useShownRounds(work)
  useReviewKeys(({ key }) => {
    if (key === 'skip') onSkip()
    else if (key === 'help') onHelp()
    else if (key === 'changes') toggle()
    else if (key === 'brief') setBriefOpen(!briefOpen)
    else return false
    return true
  })
  return (
    <>
      {work.not_mine && (
        <Alert
          type="info"
          showIcon
          message="Somebody else reads this round"
          description="A second opinion was asked for. You can read the work, and somebody else reviews it."
        />
      )}
      <div className={styles.columns}>
        {round && (
          <WorkView
            {...{ work, round, compared, onShow, onCompare }}
            drafts={[]}
            renderDraft={() => null}
            onRemark={null}
            onUnreadable={null}
          />
        )}
        <Flex vertical gap={20}>
          <Brief work={work} open={briefOpen} onToggle={setBriefOpen} />
          <PastReviews work={work} />
        </Flex>
      </div>
    </>
  )
}

/** Lists the reviews of all rounds, the latest first, and then the reviews that were taken back. */
export function PastReviews({ work }: { work: ReviewedWork }) {
  const reviewed = work.rounds.filter(({ review }) => review !== null).reverse()
  if (reviewed.length === 0 && work.withdrawn.length === 0) return null
  return (
    <Flex component="section" vertical gap={12} aria-labelledby="past-reviews">
      <h2 id="past-reviews">Reviews</h2>
      {reviewed.map(
        (round) =>
          round.review && <GivenReview key={round.id} round={round} review={round.review} />,
      )}
      {work.withdrawn.map(({ id, round, verdict, by, withdrawn_at, reason }) => (
        <p key={id} className={styles.note}>
          {`Round ${round}, ${VERDICT_LABELS[verdict]}: taken back by ${by ?? 'a deleted account'}, `}
          <Moment of={withdrawn_at} />
          {reason && `: ${reason}`}
        </p>
      ))}
    </Flex>
  )
}
