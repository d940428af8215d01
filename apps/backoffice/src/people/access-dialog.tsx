import { useInvalidate, useList } from '@refinedev/core'
import { COURSE_TOASTS } from '@rookies/data/course-editing/messages'
import {
  type AccessChange,
  accessChange,
  accessFilters,
  type CourseAccess,
} from '@rookies/data/members/member-access'
import { type Member, memberName } from '@rookies/data/members/member-list'
import { MEMBER_TOASTS } from '@rookies/data/members/messages'
import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Button } from 'antd'
import { useCallback, useState } from 'react'
import { useToasts } from '../app/toasts'
import { useAct } from '../app/use-act'
import { Modal } from '../ui/modal'
import { SaveFailed } from '../ui/save-failed'
import styles from './access-dialog.module.css'
import { CourseSwitches } from './course-switches'

interface AccessDialogProps {
  member: Member
  onClose: () => void
}

/** Manage Access (rules/members#grant): every course as a switch, and the difference saved in one go. */
export function AccessDialog({ member, onClose }: AccessDialogProps) {
  const toasts = useToasts()
  const invalidate = useInvalidate()
  const { query: access, result } = useList<CourseAccess>({
    resource: 'entitlements',
    filters: accessFilters(member.id),
    pagination: { mode: 'off' },
    // What is switched here has to be what stands there now.
    queryOptions: { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false },
    errorNotification: false,
  })
  /** Null until something was switched. */
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null)
  const [leaving, setLeaving] = useState(false)

  const courses = result.data
  const wished = chosen ?? new Set(courses.filter(({ granted }) => granted).map(({ id }) => id))
  const change = accessChange(courses, wished)
  const changed = change.grant.length + change.revoke.length > 0

  const save = useAct({
    act: () => ({ name: 'access/change', input: { id: member.id, change } }),
    onSuccess: async () => {
      toasts.succeeded(MEMBER_TOASTS.accessSaved)
      onClose()
      await invalidate({ resource: 'profiles', invalidates: ['list'] })
    },
    onError: ({ hint, message }) => {
      toasts.failed(hint ? { title: 'Error', text: message } : MEMBER_TOASTS.accessFailed)
    },
  })

  const leave = useCallback(() => {
    if (changed) setLeaving(true)
    else onClose()
  }, [changed, onClose])

  const onSwitch = (id: string, on: boolean) => {
    const next = new Set(wished)
    if (on) next.add(id)
    else next.delete(id)
    setChosen(next)
    setLeaving(false)
  }

  return (
    <Modal
      open
      size="form"
      title="Manage Access"
      onClose={leave}
      actions={
        <>
          <Button disabled={save.isPending} onClick={onClose}>
            {leaving ? 'Discard Changes' : 'Cancel'}
          </Button>
          <Button
            type="primary"
            disabled={!changed || save.isPending}
            onClick={() => save.mutate()}
          >
            {save.isPending ? 'Saving...' : 'Save'}
          </Button>
        </>
      }
    >
      <p className={styles.who}>
        <strong>{memberName(member)}</strong> <span>{member.email}</span>
      </p>
      {access.isPending && <SwitchesSkeleton />}
      {access.isError && (
        <p role="alert" className={styles.failed}>
          {COURSE_TOASTS.listFailed.text}{' '}
          <Button size="small" loading={access.isFetching} onClick={() => access.refetch()}>
            Try Again
          </Button>
        </p>
      )}
      {access.data && <CourseSwitches courses={courses} wished={wished} onSwitch={onSwitch} />}
      {save.isError && (
        <SaveFailed title={MEMBER_TOASTS.accessFailed.text} onRetry={() => save.mutate()} />
      )}
      <p className={styles.sum} role="status">
        {leaving ? 'You have unsaved changes. Save them, or discard them.' : sum(change)}
      </p>
    </Modal>
  )
}

/** In place of the switches while the courses are on their way. */
export function SwitchesSkeleton() {
  return (
    <div className={styles.waiting}>
      <VisuallyHidden>Loading...</VisuallyHidden>
      {[1, 2, 3, 4, 5].map((line) => (
        <Skeleton key={line} className={styles.line} />
      ))}
    </div>
  )
}

function sum({ grant, revoke }: AccessChange): string {
  const parts = [
    grant.length > 0 && `${courses(grant.length)} to grant`,
    revoke.length > 0 && `${courses(revoke.length)} to revoke`,
  ]
  return parts.filter(Boolean).join(', ')
}

const courses = (count: number) => (count === 1 ? '1 course' : `${count} courses`)
