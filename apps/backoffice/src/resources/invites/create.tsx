import { DEFAULT_ROLE, ROLES, roleLabel } from '@rookies/data/access/roles'
import { INVITE_MESSAGES } from '@rookies/data/invites/invite-list'
import { emailProblem } from '@rookies/data/session/email'
import { formatCount } from '@rookies/data/wording'
import { Form, Input } from 'antd'
import { useMay } from '../../app/may'
import { CohortSelect } from '../../kit/cohort-select'
import { FormDialog } from '../../kit/form-dialog'
import { CoursesField } from '../../people/courses-field'
import { ROLE_DESCRIPTIONS } from '../../people/role-descriptions'
import { usePastedList } from '../../people/use-pasted-list'
import { Optional } from '../../ui/optional'
import { SelectField } from '../../ui/select-field'
import { AlreadyMember } from './already-member'
import { DaysField } from './days-field'
import { LinkDialog } from './link-dialog'
import { EMPTY_INVITE, useInviting } from './use-inviting'

interface CreateInviteProps {
  open: boolean
  /** The address of the dialog for many invites. */
  inviteMany: string
  onClose: () => void
}

/** The Create Invite dialog. Closing it keeps what was typed. */
export function CreateInvite({ open, inviteMany, onClose }: CreateInviteProps) {
  const onPaste = usePastedList(inviteMany)
  const mayGiveRole = useMay('invites', 'give_role')
  const mayAdd = useMay('cohort_members', 'create')
  const inviting = useInviting({
    draftOf: 'invites:new',
    title: INVITE_MESSAGES.created.text,
    copies: false,
    onInvited: onClose,
  })
  const { form } = inviting.saved
  const role = Form.useWatch('role', form) ?? DEFAULT_ROLE
  const courses = Form.useWatch('courseIds', form)?.length ?? 0
  return (
    <>
      <FormDialog
        open={open}
        title="Create Invite"
        saved={inviting.saved}
        initial={EMPTY_INVITE}
        submit="Create Invite"
        keepsInput
        wide
        validateTrigger="onBlur"
        note={
          courses === 0
            ? undefined
            : `The invite gives access to ${formatCount(courses, 'course')}.`
        }
        onClose={onClose}
      >
        <Form.Item name="email" label="Email" rules={[{ validator: addressRule }]}>
          <Input
            inputMode="email"
            autoComplete="off"
            spellCheck={false}
            maxLength={320}
            onPaste={onPaste}
          />
        </Form.Item>
        {mayGiveRole && (
          <Form.Item
            name="role"
            label="Role"
            extra={
              role !== DEFAULT_ROLE &&
              `${ROLE_DESCRIPTIONS[role]} The role takes effect once the email is verified.`
            }
          >
            <SelectField
              label="Role"
              options={ROLES.toReversed().map((value) => ({ value, label: roleLabel(value) }))}
            />
          </Form.Item>
        )}
        {mayAdd && (
          <Form.Item
            name="cohortId"
            label={<Optional>Cohort</Optional>}
            extra="They join it with the invite, and get its courses by its schedule."
          >
            <CohortSelect />
          </Form.Item>
        )}
        <DaysField name="days" />
        <CoursesField name="courseIds" legend="Courses" by="id" />
      </FormDialog>
      <LinkDialog link={inviting.link} onClose={inviting.closeLink} />
      <AlreadyMember
        already={inviting.already}
        onLeave={inviting.leave}
        onInviteAnyway={inviting.inviteAnyway}
        onManage={inviting.clear}
      />
    </>
  )
}

async function addressRule(_: unknown, email: string) {
  if (emailProblem(email)) throw new Error('Please enter a valid email address')
}
