import { DEFAULT_ROLE } from '@rookies/data/access/roles'
import { INVITE_TOASTS } from '@rookies/data/invites/messages'
import { Button, Input, Space } from 'antd'
import { useState } from 'react'
import { useMay } from '../../app/may'
import { SaveFailed } from '../../ui/save-failed'
import { AlreadyMember } from './already-member'
import styles from './invites.module.css'
import { LinkDialog } from './link-dialog'
import { useInviting } from './use-inviting'

/** Invites one person from the members' screen, as a member without courses (rules/access#role-table). */
export function InviteInput() {
  const mayInvite = useMay('invites', 'create')
  const [typed, setTyped] = useState('')
  const clear = () => setTyped('')
  const { invite, busy, link, closeLink, already, leave, inviteAnyway, failed } = useInviting({
    title: INVITE_TOASTS.made.text,
    copies: true,
    onInvited: clear,
  })
  if (!mayInvite) return null
  const email = typed.trim()
  const submit = () => {
    if (email !== '' && !busy) invite({ email, role: DEFAULT_ROLE, courseIds: [] })
  }
  return (
    <>
      <form
        className={styles.quick}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Space.Compact block>
          <Input
            type="email"
            aria-label="Invite email"
            placeholder="Invite email..."
            autoComplete="off"
            maxLength={320}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Button htmlType="submit" type="primary" loading={busy}>
            Invite
          </Button>
        </Space.Compact>
      </form>
      {failed && <SaveFailed title={INVITE_TOASTS.createFailed.text} onRetry={submit} />}
      <LinkDialog link={link} onClose={closeLink} />
      <AlreadyMember
        already={already}
        onLeave={leave}
        onInviteAnyway={inviteAnyway}
        onManage={clear}
      />
    </>
  )
}
