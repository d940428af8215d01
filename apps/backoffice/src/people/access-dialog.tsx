import { useList } from '@refinedev/core'
import {
  type AccessChange,
  accessChange,
  accessFilters,
  type CourseAccess,
  type DesiredAccess,
  openAccess,
} from '@rookies/data/members/member-access'
import { MEMBER_MESSAGES, type Member, memberName } from '@rookies/data/members/member-list'
import { formatList } from '@rookies/data/wording'
import { Form, Typography } from 'antd'
import { useMay } from '../app/may'
import { UNCACHED, useRead } from '../app/use-read'
import { FormDialog } from '../kit/form-dialog'
import { useActForm } from '../kit/saved-form'
import { Subject } from '../ui/subject'
import { CourseChoice } from './course-choice'
import { CourseEnd } from './course-end'

interface AccessDialogProps {
  member: Member
  onClose: () => void
}

/**
 * The courses that the person can open after the save, each with its last day. Pairs, because antd's forms do not
 * support maps.
 */
type Pairs = readonly (readonly [id: string, day: string])[]

interface Values {
  /** Null until the person changes a switch or a day. */
  desired: Pairs | null
}

/**
 * Manage Access (rules/members#grant, rules/members#entitlement-end): every course with a switch and its last day.
 * One request saves all differences.
 */
export function AccessDialog({ member, onClose }: AccessDialogProps) {
  const { query: access, result } = useList<CourseAccess>({
    resource: 'entitlements',
    filters: accessFilters(member.id),
    pagination: { mode: 'off' },
    // The access is always read again, because the switches have to show the current state.
    queryOptions: { staleTime: 'static', gcTime: 0 },
    // Changes by other people are reported when the form is saved (rules/members#grant).
    liveMode: 'off',
    errorNotification: false,
  })
  const courses = result.data
  const changeOf = (desired: Pairs | null | undefined) =>
    accessChange(courses, desired ? new Map(desired) : openAccess(courses))

  const saved = useActForm({
    draftOf: `access/change:${member.id}`,
    act: ({ desired }: Values) => ({
      name: 'access/change',
      input: { id: member.id, change: changeOf(desired) },
    }),
    done: MEMBER_MESSAGES.accessSaved,
    failed: MEMBER_MESSAGES.accessFailed,
    // After a conflict, the dialog shows the other person's changes, and keeps the switches that were changed here.
    onFailed: ({ hint }) => (hint === 'STALE_END' ? access.refetch() : undefined),
    leave: onClose,
  })
  const change = changeOf(Form.useWatch('desired', saved.form))

  const revoking = useRead('access/count', {
    input: {
      act: 'revoke',
      courseIds: change.revoke,
      endsAt: null,
      audience: { ids: [member.id] },
    },
    enabled: change.revoke.length > 0,
    ...UNCACHED,
  })

  return (
    <FormDialog
      title="Manage Access"
      saved={saved}
      initial={UNTOUCHED}
      dirty={change.grant.length + change.revoke.length + change.ends.length > 0}
      submit="Save"
      submitting="Saving..."
      needsChange
      above={<Subject name={memberName(member)} more={member.email} />}
      note={changeText(change)}
      below={
        change.revoke.length > 0 && (
          <Typography.Paragraph type="secondary" aria-live="polite">
            {revoking.isError && "We couldn't check what they would lose. You can still save."}
            {revoking.data &&
              lossText(
                courses.filter(({ id }) => change.revoke.includes(id)).map(({ title }) => title),
                revoking.data.keeps > 0,
              )}
          </Typography.Paragraph>
        )
      }
      onClose={onClose}
    >
      <Form.Item name="desired" noStyle>
        <AccessControl query={access} courses={access.data && courses} />
      </Form.Item>
    </FormDialog>
  )
}

const UNTOUCHED: Values = { desired: null }

interface AccessControlProps {
  query: { isError: boolean; isFetching: boolean; refetch: () => unknown }
  /** Undefined while the courses load. */
  courses: readonly CourseAccess[] | undefined
  /** Passed by Form.Item. */
  value?: Pairs | null
  onChange?: (desired: Pairs) => void
}

/** Every course with a switch, and with its last day if the person may set it. */
function AccessControl({ query, courses, value, onChange }: AccessControlProps) {
  const mayEnd = useMay('entitlements', 'update')
  const before = openAccess(courses ?? [])
  const desired: DesiredAccess = value ? new Map(value) : before
  const choose = (id: string, day: string | null) => {
    const next = new Map(desired)
    if (day === null) next.delete(id)
    else next.set(id, day)
    onChange?.([...next])
  }
  return (
    <div>
      <CourseChoice
        query={query}
        courses={courses}
        selected={desired}
        onSwitch={(id, on) => choose(id, on ? (before.get(id) ?? '') : null)}
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
    </div>
  )
}

function changeText({ grant, revoke, ends }: AccessChange): string {
  const changed = ends.filter(({ course_id }) => !grant.includes(course_id)).length
  const parts = [
    grant.length > 0 && `${courses(grant.length)} to grant`,
    revoke.length > 0 && `${courses(revoke.length)} to revoke`,
    changed > 0 && (changed === 1 ? '1 end date to change' : `${changed} end dates to change`),
  ]
  return parts.filter(Boolean).join(', ')
}

/** Says which courses the person loses, or why none is lost (rules/members#touched). */
function lossText(titles: readonly string[], keeps: boolean): string {
  if (!keeps) return `They lose access to ${formatList(titles)}. Their progress is kept.`
  return `They keep ${titles.length > 1 ? 'some of ' : ''}${formatList(titles)} because of their role or because they created it.`
}

const courses = (count: number) => (count === 1 ? '1 course' : `${count} courses`)
