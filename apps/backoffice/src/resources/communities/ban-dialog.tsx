import type { ManagedCommunity } from '@rookies/data/communities/managed-communities'
import type { ManagedMember } from '@rookies/data/communities/managed-members'
import { memberName } from '@rookies/data/members/member-list'
import { Button } from 'antd'
import cells from '../../ui/cells.module.css'
import { Modal } from '../../ui/modal'

interface BanDialogProps {
  member: ManagedMember
  community: ManagedCommunity
  onConfirm: () => void
  onClose: () => void
}

/** Asks before a person is banned, by name. */
export function BanDialog({ member, community, onConfirm, onClose }: BanDialogProps) {
  return (
    <Modal
      open
      title={`Ban from ${community.name}?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="primary" danger onClick={onConfirm}>
            Ban Member
          </Button>
        </>
      }
    >
      <p>
        <strong>{memberName(member)}</strong> <span className={cells.fact}>{member.email}</span>
      </p>
      <p>
        They see nothing of this community any more, cannot come back by leaving and joining, and
        are told whom to contact. What they wrote stays until it is removed.
      </p>
    </Modal>
  )
}
