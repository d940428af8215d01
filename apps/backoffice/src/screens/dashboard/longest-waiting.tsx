import type { LongestWaiting as Waiting, Work } from '@rookies/data/assignments/queue'
import { promiseText, queueCount } from '@rookies/data/assignments/queue-words'
import { REVIEW_TOASTS } from '@rookies/data/assignments/review-messages'
import { serverNow } from '@rookies/data/server-clock'
import { formatNumber } from '@rookies/data/wording'
import { Card, Flex, List } from 'antd'
import { ClipboardCheck } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useMay } from '../../app/may'
import { useLive } from '../../app/use-live'
import { useRead } from '../../app/use-read'
import cells from '../../ui/cells.module.css'
import { ReadFailed } from '../../ui/read-failed'

/** Lists the work that has waited longest in the reader's queue; nothing if none waits (rules/assignments#figures). */
export function LongestWaiting() {
  const mayReview = useMay('submissions', 'review')
  const read = useRead('submissions/longest_waiting', { enabled: mayReview, staleTime: 0 })
  useLive(['submissions'], () => {
    if (read.data) void read.refetch()
  })
  if (read.isError && !read.data) {
    return (
      <ReadFailed
        title={REVIEW_TOASTS.waitingFailed.text}
        retrying={read.isFetching}
        onRetry={() => read.refetch()}
      />
    )
  }
  if (!read.data || read.data.waiting === 0) return null
  return (
    <Card
      role="region"
      aria-labelledby="longest-waiting"
      title={
        <Flex component="h2" id="longest-waiting" align="center" gap="small">
          <ClipboardCheck aria-hidden="true" />
          Waiting Longest
        </Flex>
      }
      extra={<Link to="/admin/reviews">{queueText(read.data)}</Link>}
    >
      <List
        size="small"
        rowKey="id"
        dataSource={read.data.rows}
        renderItem={(work) => (
          <List.Item>
            <span style={WRAPPED}>
              <Link to={`/admin/reviews/${work.id}`}>{work.lesson.title}</Link>
              <p className={cells.second}>{factsOf(work)}</p>
            </span>
          </List.Item>
        )}
      />
    </Card>
  )
}

const WRAPPED = { minWidth: 0, overflowWrap: 'anywhere' } as const

const queueText = ({ waiting, overdue }: Waiting) =>
  overdue > 0
    ? `${formatNumber(waiting)} waiting, ${formatNumber(overdue)} for longer than promised`
    : `${queueCount({ total: waiting, bounded: false })} waiting`

/** Returns the person, unless the name is hidden, the cohort or course, and by when a review is promised. */
const factsOf = (work: Work) =>
  [work.person?.name, work.cohort?.title ?? work.course.title, promiseText(work, serverNow())]
    .filter(Boolean)
    .join('. ')
