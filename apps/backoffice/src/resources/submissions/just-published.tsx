import { VERDICT_WORDS } from '@rookies/data/assignments/queue-words'
import type { PublishedReview } from '@rookies/data/assignments/review-acts'
import { REVIEW_TOASTS } from '@rookies/data/assignments/review-messages'
import { Alert, Button } from 'antd'
import { useLocation, useNavigate } from 'react-router-dom'
import { textOf } from '../../app/place-state'
import { useAct } from '../../app/use-act'
import { useNow } from '../../ui/use-now'
import { useReviewUrls } from './review-address'
import { useReviewsChanged } from './use-reviews-changed'

/** Returns the location state that tells the next screen which review was just published. */
export function publishedState(review: PublishedReview, title: string): Record<string, string> {
  const { id, verdict, person, undo_until, submission_id } = review
  const sentence = `Published: ${VERDICT_WORDS[verdict]}, ${person ?? 'somebody'}, ${title}`
  return { reviewId: id, workId: submission_id, sentence, undoUntil: undo_until }
}

/** Returns the review that was published on the previous screen; null if there is none that can still be taken back. */
export function useJustPublished() {
  const { state } = useLocation()
  const now = useNow()
  const navigate = useNavigate()
  const { reviewOf } = useReviewUrls()
  const changed = useReviewsChanged()
  const [reviewId, workId] = [textOf(state, 'reviewId'), textOf(state, 'workId')]
  const { mutate, isPending } = useAct({
    act: () => ({ name: 'submissions/withdraw', input: { id: reviewId } }),
    done: REVIEW_TOASTS.takenBack,
    failed: REVIEW_TOASTS.takeBackFailed,
    onSuccess: async () => {
      await changed()
      // A new location without the state, which would offer the same review again.
      navigate(reviewOf(workId), { replace: true })
    },
  })
  if (reviewId === '' || !(Date.parse(textOf(state, 'undoUntil')) > now)) return null
  return { sentence: textOf(state, 'sentence'), undo: () => mutate(), undoing: isPending }
}

interface JustPublishedProps {
  published: ReturnType<typeof useJustPublished>
}

/** Says that a review was published, with a button that takes it back (rules/assignments#taking-back). */
export function JustPublished({ published }: JustPublishedProps) {
  if (!published) return null
  return (
    <Alert
      type="success"
      showIcon
      closable
      role="status"
      style={APART}
      message={published.sentence}
      action={
        <Button
          size="small"
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

const APART = { marginBlockEnd: 'var(--space-4)' } as const
