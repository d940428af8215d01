import { type Member, memberName } from '@rookies/data/members/member-list'
import { Button } from 'antd'
import { useCallback, useState } from 'react'
import { useMay } from '../../app/may'
import { lazyDialog } from '../../kit/lazy-dialog'
import { Modal } from '../../ui/modal'
import { Subject } from '../../ui/subject'
import type { AlreadyThere } from './use-inviting'

const AccessDialog = lazyDialog(
  () => import('../../people/access-dialog'),
  (module) => module.AccessDialog,
  { title: 'Manage Access', size: 'form' },
)

interface AlreadyMemberProps {
  already: AlreadyThere | null
  onLeave: () => void
  onInviteAnyway: () => void
  /** Called when the person follows the link to the member's access, so that no invite is sent. */
  onManage: () => void
}

/** Says, before an invite is sent, that the email belongs to a member, and links to the member's access. */
export function AlreadyMember({ already, onLeave, onInviteAnyway, onManage }: AlreadyMemberProps) {
  const mayGrant = useMay('entitlements', 'create')
  const mayRevoke = useMay('entitlements', 'delete')
  const [managed, setManaged] = useState<Member | null>(null)
  const close = useCallback(() => setManaged(null), [])
  const manages = mayGrant && mayRevoke
  return (
    <>
      <Modal
        open={already !== null}
        title="Already a member"
        onClose={onLeave}
        actions={
          <>
            <Button onClick={onLeave}>Cancel</Button>
            <Button onClick={onInviteAnyway}>Invite Anyway</Button>
            {manages && (
              <Button
                type="primary"
                onClick={() => {
                  if (already) setManaged(already.member)
                  onLeave()
                  onManage()
                }}
              >
                Manage Access
              </Button>
            )}
          </>
        }
      >
        {already && (
          <>
            <Subject name={memberName(already.member)} more={already.member.email} />
            <p>{membershipText(already.member)}</p>
          </>
        )}
      </Modal>
      {managed && <AccessDialog member={managed} onClose={close} />}
    </>
  )
}

function membershipText({ disabled_at, courses }: Member): string {
  if (disabled_at) return 'This account is disabled. An invite does not enable it.'
  const open = courses === 1 ? '1 course' : `${courses === 0 ? 'no' : courses} courses`
  return `They have access to ${open}. No invite was sent. You can grant them courses now.`
}
