import { memberSince } from '@rookies/data/account/member-since'
import { isCommunityModerator, type ManagedMember } from '@rookies/data/communities/managed-members'
import { memberName } from '@rookies/data/members/member-list'
import { Avatar } from '@rookies/ui/components/avatar/avatar'
import { Button } from 'antd'
import { useMay } from '../../app/may'
import { StatusBadge } from '../../ui/status-badge'
import styles from './communities.module.css'

interface MemberRowProps {
  member: ManagedMember
  busy: boolean
  onRole: () => void
  onBan: () => void
}

/** One person of a community (rules/communities#community-form). */
export function MemberRow({ member, busy, onRole, onBan }: MemberRowProps) {
  const mayUpdate = useMay('community_members', 'update')
  const name = memberName(member)
  const moderates = isCommunityModerator(member)
  return (
    <li className={`${styles.row} ${styles.person}`}>
      <Avatar name={member.name} email={member.email} />
      <div className={styles.who}>
        <p className={styles.name}>
          {name}
          {moderates && <StatusBadge tone="info" label="Moderator" />}
          {member.banned && <StatusBadge tone="draft" label="Banned" />}
        </p>
        <p className={styles.email}>{member.email}</p>
      </div>
      <p className={styles.facts}>{`Joined ${memberSince(member.joined_at)}`}</p>
      {mayUpdate && (
        <div className={styles.acts}>
          <Button
            disabled={busy}
            aria-label={moderates ? `Make ${name} a Member` : `Make ${name} a Mod`}
            onClick={onRole}
          >
            {moderates ? 'Make Member' : 'Make Mod'}
          </Button>
          <Button
            danger={!member.banned}
            disabled={busy}
            aria-label={`${member.banned ? 'Unban' : 'Ban'} ${name}`}
            onClick={onBan}
          >
            {member.banned ? 'Unban' : 'Ban'}
          </Button>
        </div>
      )}
    </li>
  )
}
