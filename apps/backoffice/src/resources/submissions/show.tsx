import { useOne } from '@refinedev/core'
import { REVIEW_LABELS } from '@rookies/data/assignments/review-messages'
import type { ReviewedWork } from '@rookies/data/assignments/review-work'
import { ClipboardX } from 'lucide-react'
import { OneRecord } from '../../kit/one-record'
import type { RecordKind } from '../../kit/record-kind'
import { ReviewScreen } from './review-screen'

const WORK_KIND: RecordKind<ReviewedWork> = {
  resource: 'submissions',
  texts: REVIEW_LABELS,
  nameOf: ({ lesson }) => lesson.title,
  missing: {
    icon: ClipboardX,
    sentence: 'It is gone, it is your own, or somebody else reviews the work of this person.',
  },
}

/** `/admin/reviews/{id}` and `/moderator/reviews/{id}`: a person's work and its reviews (rules/assignments#review). */
export function ReviewPage() {
  return (
    <OneRecord kind={WORK_KIND}>
      {(work) => <ReviewScreen work={work} renderPrefetch={(id) => <Prefetch id={id} />} />}
    </OneRecord>
  )
}

/** Fetches the next work in advance, so that it opens without waiting. */
function Prefetch({ id }: { id: string }) {
  useOne<ReviewedWork>({
    resource: WORK_KIND.resource,
    id,
    liveMode: 'off',
    errorNotification: false,
  })
  return null
}
