import { useOne } from '@refinedev/core'
import type { MemberAnalytics } from '@rookies/data/members/member-analytics'
import { MEMBER_MESSAGES, type Member, memberName } from '@rookies/data/members/member-list'
import { Button } from 'antd'
import { toast } from '../app/notification-provider'
import cells from '../ui/cells.module.css'
import { Modal } from '../ui/modal'
import { ReadFailed } from '../ui/read-failed'
import { Waiting } from '../ui/waiting'
import { MemberCourses } from './member-courses'

interface AnalyticsDialogProps {
  member: Pick<Member, 'id' | 'name' | 'email'>
  onClose: () => void
}

/** Member Analytics: one person's progress in each of their courses. */
export function AnalyticsDialog({ member, onClose }: AnalyticsDialogProps) {
  const { query: progress, result } = useOne<MemberAnalytics>({
    resource: 'analytics',
    id: member.id,
    // The progress is always read again, because the person may be learning right now.
    queryOptions: { staleTime: 0 },
    errorNotification: toast(MEMBER_MESSAGES.analyticsFailed, 'error'),
  })
  const courses = result?.courses
  return (
    <Modal
      size="form"
      title="Member Analytics"
      onClose={onClose}
      actions={
        <Button type="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <p>
        <strong>{memberName(member)}</strong> <span className={cells.fact}>{member.email}</span>
      </p>
      {progress.isPending && <Waiting rows={5} />}
      {progress.isError && !courses && (
        <ReadFailed title={MEMBER_MESSAGES.analyticsFailed.text} read={progress} />
      )}
      {courses && <MemberCourses courses={courses} onFollow={onClose} />}
    </Modal>
  )
}
