import { DEFAULT_ROLE, ROLES, type Role, roleLabel } from '@rookies/data/access/roles'
import { COURSE_TOASTS } from '@rookies/data/course-editing/messages'
import { INVITE_TOASTS } from '@rookies/data/invites/messages'
import { Button, Input } from 'antd'
import { useCallback, useId, useState } from 'react'
import { useMay } from '../../app/may'
import { useRead } from '../../app/use-read'
import { LeaveGuard } from '../../ui/leave-guard'
import { Modal } from '../../ui/modal'
import { SaveFailed } from '../../ui/save-failed'
import { SelectField } from '../../ui/select-field'
import { SwitchesSkeleton } from '../access-dialog'
import { CourseSwitches } from '../course-switches'
import { AlreadyMember } from './already-member'
import styles from './create-invite.module.css'
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
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>(DEFAULT_ROLE)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())

  const onInvited = useCallback(() => {
    setEmail('')
    setRole(DEFAULT_ROLE)
    setChosen(new Set())
    onClose()
  }, [onClose])
  const inviting = useInviting({ title: INVITE_TOASTS.created.text, copies: false, onInvited })
  const { busy } = inviting
  const close = useCallback(() => {
    if (!busy) onClose()
  }, [busy, onClose])

  const submit = () => {
    const address = email.trim()
    if (address !== '' && !busy) {
      inviting.invite({ email: address, role, courseIds: [...chosen] })
    }
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
        <form
          id={id}
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <div className={styles.field}>
            <label htmlFor={`${id}-email`} className={styles.label}>
              Email
            </label>
            <Input
              id={`${id}-email`}
              type="email"
              required
              autoComplete="off"
              maxLength={320}
              value={email}
              onChange={({ target }) => setEmail(target.value)}
            />
          </div>
          {mayGiveRole && (
            <div className={styles.field}>
              <span className={styles.label} aria-hidden="true">
                Role
              </span>
              <SelectField
                label="Role"
                value={role}
                options={ROLES.toReversed().map((value) => ({ value, label: roleLabel(value) }))}
                onChange={setRole}
              />
              {role !== DEFAULT_ROLE && (
                <p className={styles.note}>
                  {`${ROLE_WORDS[role]} The role takes effect once the address is verified.`}
                </p>
              )}
            </div>
          )}
          <fieldset className={styles.field}>
            <legend className={styles.label}>Courses</legend>
            {titles.isPending && <SwitchesSkeleton />}
            {titles.isError && (
              <p role="alert" className={styles.failed}>
                {COURSE_TOASTS.listFailed.text}{' '}
                <Button size="small" loading={titles.isFetching} onClick={() => titles.refetch()}>
                  Try Again
                </Button>
              </p>
            )}
            {titles.data && (
              <CourseSwitches courses={titles.data} wished={chosen} onSwitch={onSwitch} />
            )}
          </fieldset>
        </form>
        {inviting.failed && <SaveFailed title={INVITE_TOASTS.createFailed.text} onRetry={submit} />}
        <p className={styles.sum} role="status">
          {chosen.size === 0
            ? 'The invite lasts for 48 hours.'
            : `The invite lasts for 48 hours and opens ${chosen.size === 1 ? '1 course' : `${chosen.size} courses`}.`}
        </p>
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
