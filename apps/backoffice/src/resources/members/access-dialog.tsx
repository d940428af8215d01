import { useInvalidate, useList } from '@refinedev/core'
import {
  type AccessChange,
  accessChange,
  accessFilters,
  type CourseAccess,
  type DesiredAccess,
  openAccess,
} from '@rookies/data/members/member-access'
import { type Member, memberName } from '@rookies/data/members/member-list'
import { MEMBER_TOASTS } from '@rookies/data/members/messages'
import { formatList } from '@rookies/data/wording'
import { Alert, Button, Typography } from 'antd'
import { useCallback, useState } from 'react'
import { useMay } from '../../app/may'
import { useToasts } from '../../app/toasts'
import { useAct } from '../../app/use-act'
import { useRead } from '../../app/use-read'
import { CourseChoice } from '../../people/course-choice'
import { Modal } from '../../ui/modal'
import { SaveFailed } from '../../ui/save-failed'
import { StatusLine } from '../../ui/status-line'
import { Subject } from '../../ui/subject'
import { CourseEnd } from './course-end'

interface AccessDialogProps {
  member: Member
  onClose: () => void
}

/**
 * Manage Access (rules/members#grant, rules/members#entitlement-end): every course as a switch, with the day on which it
 * ends, and the difference saved in one go.
 */
export function AccessDialog({ member, onClose }: AccessDialogProps) {
  const toasts = useToasts()
  const invalidate = useInvalidate()
  const mayEnd = useMay('entitlements', 'update', {})
  const { query: access, result } = useList<CourseAccess>({
    resource: 'entitlements',
    filters: accessFilters(member.id),
    pagination: { mode: 'off' },
    // What is switched here has to be what stands there now.
    queryOptions: { staleTime: 'static', gcTime: 0 },
    // What others change is told when it is saved (rules/members#grant).
    liveMode: 'off',
    errorNotification: false,
  })
  /** Null until something was switched. */
  const [chosen, setChosen] = useState<DesiredAccess | null>(null)
  const [leaving, setLeaving] = useState(false)

  const courses = result.data
  const desired = chosen ?? openAccess(courses)
  const change = accessChange(courses, desired)
  const changed = change.grant.length + change.revoke.length + change.ends.length > 0

  const revoking = useRead('access/count', {
    input: {
      act: 'revoke',
      courseIds: change.revoke,
      endsAt: null,
      audience: { ids: [member.id] },
    },
    enabled: change.revoke.length > 0,
    staleTime: 0,
    gcTime: 0,
  })

  const save = useAct({
    act: () => ({ name: 'access/change', input: { id: member.id, change } }),
    onSuccess: async () => {
      toasts.succeeded(MEMBER_TOASTS.accessSaved)
      onClose()
      await invalidate({ resource: 'profiles', invalidates: ['list'] })
    },
    onError: async ({ hint }) => {
      if (hint === null || hint === undefined) return toasts.failed(MEMBER_TOASTS.accessFailed)
      // What others have done meanwhile is shown; what was chosen here stays.
      if (hint === 'STALE_END') await access.refetch()
    },
  })

  const leave = useCallback(() => {
    if (changed) setLeaving(true)
    else onClose()
  }, [changed, onClose])

  const choose = (id: string, day: string | null) => {
    const next = new Map(desired)
    if (day === null) next.delete(id)
    else next.set(id, day)
    setChosen(next)
    setLeaving(false)
  }
  const endBefore = openAccess(courses)

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
      <Subject name={memberName(member)} more={member.email} />
      <CourseChoice
        query={access}
        courses={access.data && courses}
        selected={desired}
        onSwitch={(id, on) => choose(id, on ? (endBefore.get(id) ?? '') : null)}
        more={
          mayEnd
            ? ({ id, title }) => (
                <CourseEnd
                  title={title}
                  day={desired.get(id) ?? ''}
                  onChange={(day) => choose(id, day)}
                />
              )
            : undefined
        }
      />
      {save.isError &&
        (save.error?.hint ? (
          <Alert type="error" message={save.error.message} />
        ) : (
          <SaveFailed title={MEMBER_TOASTS.accessFailed.text} onRetry={() => save.mutate()} />
        ))}
      <StatusLine>
        {leaving ? 'You have unsaved changes. Save them, or discard them.' : sum(change)}
      </StatusLine>
      {change.revoke.length > 0 && (
        <Typography.Paragraph type="secondary" aria-live="polite">
          {revoking.isError && 'We could not find out what they lose. You can save all the same.'}
          {revoking.data &&
            lost(
              courses.filter(({ id }) => change.revoke.includes(id)).map(({ title }) => title),
              revoking.data.keeps > 0,
            )}
        </Typography.Paragraph>
      )}
    </Modal>
  )
}

function sum({ grant, revoke, ends }: AccessChange): string {
  const changed = ends.filter(({ course_id }) => !grant.includes(course_id)).length
  const parts = [
    grant.length > 0 && `${courses(grant.length)} to grant`,
    revoke.length > 0 && `${courses(revoke.length)} to revoke`,
    changed > 0 && (changed === 1 ? '1 end to change' : `${changed} ends to change`),
  ]
  return parts.filter(Boolean).join(', ')
}

/** What the person loses, or why they lose nothing (rules/members#touched). */
function lost(titles: readonly string[], keeps: boolean): string {
  if (!keeps) return `They lose ${formatList(titles)}. Their progress is kept.`
  return `${titles.length > 1 ? 'Some of ' : ''}${formatList(titles)} stays open to them, by their role or as its creator.`
}

const courses = (count: number) => (count === 1 ? '1 course' : `${count} courses`)
