import { QUEUE_LIST } from '@rookies/data/assignments/queue'
import { queueCount } from '@rookies/data/assignments/queue-labels'
import { REVIEW_LABELS } from '@rookies/data/assignments/review-messages'
import { listExport } from '@rookies/data/lists/filter-args'
import { ClipboardCheck, MessagesSquare, Play } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useExportItem } from '../../app/export/use-export-item'
import { useLive } from '../../app/use-live'
import { useRead } from '../../app/use-read'
import { lazyDialog } from '../../kit/lazy-dialog'
import { ListTable } from '../../kit/list-table'
import { useTable } from '../../kit/use-table'
import { LinkButton } from '../../ui/link-button'
import { PageHeader } from '../../ui/page-header'
import { reviewedColumns, waitingColumns } from './columns'
import { QueueFilters } from './filters'
import { JustPublished } from './just-published'
import { useReviewUrls } from './review-address'

const RepliesDialog = lazyDialog(
  () => import('./replies-dialog'),
  (module) => module.RepliesDialog,
  { title: 'Saved Replies', size: 'form' },
)

/** `/admin/reviews` and `/moderator/reviews`: the work that waits for a review (rules/assignments#queue). */
export function ReviewQueue() {
  const navigate = useNavigate()
  const { reviewOf, filter } = useReviewUrls()
  const table = useTable(QUEUE_LIST, { failed: REVIEW_LABELS.listFailed })
  const { tableProps, values, narrowed, total, page } = table
  const waiting = values.state === 'WAITING'
  const exporting = useExportItem(listExport(QUEUE_LIST, values))
  const next = useRead('submissions/next', {
    input: { after: null, filter },
    enabled: waiting,
    staleTime: 0,
  })
  useLive(['submissions'], () => void next.refetch())
  const [managing, setManaging] = useState(false)
  const close = useCallback(() => setManaging(false), [])
  const columns = useMemo(
    () => (waiting ? waitingColumns(reviewOf) : reviewedColumns(reviewOf)),
    [waiting, reviewOf],
  )

  return (
    <>
      <PageHeader
        title="Reviews"
        subtitle="Work that was handed in, who waits longest first"
        actions={
          waiting &&
          next.data?.id && (
            <LinkButton
              type="primary"
              icon={<Play aria-hidden="true" />}
              to={reviewOf(next.data.id)}
            >
              Review Next
            </LinkButton>
          )
        }
        running={exporting.running}
        more={[
          {
            key: 'replies',
            icon: <MessagesSquare aria-hidden="true" />,
            label: 'Saved Replies…',
            onClick: () => setManaging(true),
          },
          ...exporting.items,
        ]}
      />
      <JustPublished />
      <QueueFilters table={table} />
      <ListTable
        {...tableProps}
        storedAs="reviews"
        label="Reviews"
        many="reviews"
        columns={columns}
        failed={REVIEW_LABELS.listFailed.text}
        count={page && queueCount(page)}
        total={total}
        onOpen={({ id }) => navigate(reviewOf(id))}
        empty={{
          icon: <ClipboardCheck />,
          title: waiting && !narrowed ? 'Nothing waits for a review' : 'No work found',
          text:
            waiting && !narrowed
              ? 'What people hand in appears here at once.'
              : 'Try another state, course, or cohort.',
        }}
      />
      {managing && <RepliesDialog onClose={close} />}
    </>
  )
}
