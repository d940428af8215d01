import type { DeletedContent } from '@rookies/data/course-editing/deleted-content'
import { COURSE_MESSAGES } from '@rookies/data/course-editing/messages'
import { momentText } from '@rookies/data/time/moment-text'
import { formatCount } from '@rookies/data/wording'
import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { ErrorState } from '@rookies/ui/components/error-state/error-state'
import { Button, Flex, List } from 'antd'
import { CloudOff, RotateCcw, Trash2 } from 'lucide-react'
import { useRead } from '../../app/use-read'
import { Waiting } from '../../ui/waiting'
import typography from './typography.module.css'
import { useContentActions } from './use-content-actions'

/** Lists the deleted modules and lessons of a course or, if `courseId` is null, the deleted courses. */
export default function Bin({ courseId }: { courseId: string | null }) {
  const bin = useRead('courses/bin', { input: { courseId }, staleTime: 0 })
  const { restore } = useContentActions()

  if (bin.isPending) return <Waiting rows={4} />
  if (bin.isError || !bin.data) {
    return (
      <ErrorState
        icon={<CloudOff />}
        level={3}
        title={COURSE_MESSAGES.binFailed.text}
        actions={
          <Button loading={bin.isFetching} onClick={() => bin.refetch()}>
            Try Again
          </Button>
        }
      />
    )
  }
  if (bin.data.length === 0) {
    return (
      <EmptyState icon={<Trash2 />} level={3} title="The bin is empty">
        <p>You can restore what you delete from here for 30 days.</p>
      </EmptyState>
    )
  }
  return (
    <List
      dataSource={bin.data}
      rowKey="id"
      renderItem={(item) => (
        <List.Item>
          <Flex wrap align="center" gap="small" style={{ width: '100%' }}>
            <Flex vertical flex="1 1 14rem">
              <p className={typography.title}>{item.title}</p>
              <p className={typography.muted}>{facts(item)}</p>
            </Flex>
            <Button
              icon={<RotateCcw aria-hidden="true" />}
              loading={restore.isPending && restore.subject?.id === item.id}
              aria-label={`Restore ${item.title}`}
              onClick={() => restore.mutate(item)}
            >
              Restore
            </Button>
          </Flex>
        </List.Item>
      )}
    />
  )
}

function facts({ kind, from, lessons, deletedAt }: DeletedContent): string {
  const kindText =
    kind === 'lesson'
      ? `Lesson${from ? ` of ${from}` : ''}`
      : `${kind === 'module' ? 'Module' : 'Course'} with ${formatCount(lessons, 'lesson')}`
  return `${kindText}, deleted ${momentText(deletedAt)}`
}
