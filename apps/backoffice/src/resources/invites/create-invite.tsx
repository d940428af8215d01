import { DEFAULT_ROLE, ROLES, type Role, roleLabel } from '@rookies/data/access/roles'
import { INVITE_TOASTS } from '@rookies/data/invites/messages'
import { emailProblem, readEmail } from '@rookies/data/session/email'
import { Button, Form, Input } from 'antd'
import { useCallback, useId, useState } from 'react'
import { useMay } from '../../app/may'
import { useRead } from '../../app/use-read'
import { LeaveGuard } from '../../ui/leave-guard'
import { Modal } from '../../ui/modal'
import { SaveFailed } from '../../ui/save-failed'
import { SelectField } from '../../ui/select-field'
import { StatusLine } from '../../ui/status-line'
import { AlreadyMember } from './already-member'
import { CoursesField } from './courses-field'
import { LinkDialog } from './link-dialog'
import { useInviting } from './use-inviting'

interface CreateInviteProps {
  open: boolean
  onClose: () => void
}

/** What an invited person of each role will be able to do (rules/access#role-table). */
const ROLE_WORDS: Record<Role, string> = {
  ADMIN: 'Administrators can do everything.',
  CREATOR: 'Creators build courses of their own while the settings let them into the panel.',
  MODERATOR: 'Moderators see every member, invite people, and grant and revoke courses.',
  MEMBER: '',
}

/** The Create Invite dialog. Closed without inviting, it keeps what was typed. */
export function CreateInvite({ open, onClose }: CreateInviteProps) {
  const mayGiveRole = useMay('invites', 'give_role')
  const id = useId()
  const titles = useRead('courses/titles', { enabled: open })
  const [form] = Form.useForm<{ email: string }>()
  const email = Form.useWatch('email', { form, preserve: true }) ?? ''
  const [role, setRole] = useState<Role>(DEFAULT_ROLE)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())

  const onInvited = useCallback(() => {
    form.resetFields()
    setRole(DEFAULT_ROLE)
    setChosen(new Set())
    onClose()
  }, [form, onClose])
  const inviting = useInviting({ title: INVITE_TOASTS.created.text, copies: false, onInvited })
  const { busy } = inviting
  const close = useCallback(() => {
    if (!busy) onClose()
  }, [busy, onClose])

  const submit = () => {
    if (!busy) inviting.invite({ email: readEmail(email), role, courseIds: [...chosen] })
  }

  const onSwitch = (courseId: string, on: boolean) =>
    setChosen((before) => {
      const after = new Set(before)
      if (on) after.add(courseId)
      else after.delete(courseId)
      return after
    })

  return (
    <>
      <Modal
        open={open}
        size="form"
        title="Create Invite"
        onClose={close}
        actions={
          <>
            <Button disabled={busy} onClick={close}>
              Cancel
            </Button>
            <Button type="primary" htmlType="submit" form={id} loading={busy}>
              Create Invite
            </Button>
          </>
        }
      >
        <Form
          form={form}
          id={id}
          name="invite"
          layout="vertical"
          requiredMark={false}
          validateTrigger="onBlur"
          onFinish={submit}
        >
          <Form.Item
            name="email"
            label="Email"
            initialValue=""
            rules={[{ validator: addressRule }]}
          >
            <Input inputMode="email" autoComplete="off" spellCheck={false} maxLength={320} />
          </Form.Item>
          {mayGiveRole && (
            <Form.Item
              label="Role"
              htmlFor={`${id}-role`}
              extra={
                role !== DEFAULT_ROLE &&
                `${ROLE_WORDS[role]} The role takes effect once the address is verified.`
              }
            >
              <SelectField
                id={`${id}-role`}
                label="Role"
                value={role}
                options={ROLES.toReversed().map((value) => ({ value, label: roleLabel(value) }))}
                onChange={setRole}
              />
            </Form.Item>
          )}
          <CoursesField legend="Courses" titles={titles} selected={chosen} onSwitch={onSwitch} />
        </Form>
        {inviting.failed && <SaveFailed title={INVITE_TOASTS.createFailed.text} onRetry={submit} />}
        <StatusLine>
          {chosen.size === 0
            ? 'The invite lasts for 48 hours.'
            : `The invite lasts for 48 hours and opens ${chosen.size === 1 ? '1 course' : `${chosen.size} courses`}.`}
        </StatusLine>
      </Modal>
      <LinkDialog link={inviting.link} onClose={inviting.closeLink} />
      <AlreadyMember
        already={inviting.already}
        onLeave={inviting.leave}
        onInviteAnyway={inviting.inviteAnyway}
        onManage={onInvited}
      />
      <LeaveGuard when={open && email.trim() !== ''} />
    </>
  )
}

async function addressRule(_: unknown, email: string) {
  if (emailProblem(email)) throw new Error('Please enter a valid email address')
}
