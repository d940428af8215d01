import { VERDICT_LABELS } from '@rookies/data/assignments/queue-labels'
import type { PublishedReview } from '@rookies/data/assignments/review-acts'
import { REVIEW_MESSAGES } from '@rookies/data/assignments/review-messages'
import { hasJustAppeared } from '@rookies/ui/presses/guard-presses'
import { Alert, Button } from 'antd'
import { useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { textOf } from '../../app/place-state'
import { useAct } from '../../app/use-act'
import { useNow } from '../../ui/use-now'
import { useReviewUrls } from './review-address'
import { useReviewKeys } from './review-keys'

/** Returns the location state that tells the next screen which review was just published. */
export function publishedState(review: PublishedReview, title: string): Record<string, string> {
  const { id, verdict, person, undo_until, submission_id } = review
  const sentence = `Published: ${VERDICT_LABELS[verdict]}, ${person ?? 'somebody'}, ${title}`
  return { reviewId: id, workId: submission_id, sentence, undoUntil: undo_until }
}

/** Returns the review that was published on the previous screen; null if there is none that can still be taken back. */
function useJustPublished() {
  const { state } = useLocation()
  const now = useNow()
  const navigate = useNavigate()
  const { reviewOf } = useReviewUrls()
  const [reviewId, workId] = [textOf(state, 'reviewId'), textOf(state, 'workId')]
  const { mutate, isPending } = useAct({
    act: () => ({ name: 'submissions/withdraw', input: { id: reviewId } }),
    done: REVIEW_MESSAGES.takenBack,
    failed: REVIEW_MESSAGES.takeBackFailed,
    // Replaces the location state, which would otherwise offer to take back the same review again.
    leave: () => navigate(reviewOf(workId), { replace: true }),
  })
  if (reviewId === '' || !(Date.parse(textOf(state, 'undoUntil')) > now)) return null
  return { sentence: textOf(state, 'sentence'), undo: () => mutate(), undoing: isPending }
}

/** Says that a review was published, with a button and a key that take it back (rules/assignments#taking-back). */
export function JustPublished() {
  const published = useJustPublished()
  const button = useRef<HTMLButtonElement>(null)
  useReviewKeys(({ key }) => {
    if (key !== 'undo' || !published || !button.current) return false
    // The press is ignored while the button has just appeared, because nobody can have read it yet
    // (rules/interface#presses).
    if (!hasJustAppeared(button.current)) published.undo()
    return true
  })
  if (!published) return null
  return (
    <Alert
      type="success"
      showIcon
      closable
      role="status"
      style={SPACED}
      message={published.sentence}
      action={
        <Button
          ref={button}
          size="small"
          data-writes
          aria-keyshortcuts="u"
          loading={published.undoing}
          onClick={published.undo}
        >
          Undo
        </Button>
      }
    />
  )
}

const SPACED = { marginBlockEnd: 'var(--space-4)' } as const
