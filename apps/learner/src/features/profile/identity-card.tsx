import { roleLabel } from '@rookies/data/access/roles'
import type { Profile } from '@rookies/data/account/profile-query'
import { memberSince } from '@rookies/data/time/moment-text'
import { Avatar } from '@rookies/ui/components/avatar/avatar'
import { useSignOut } from '../../shared/use-sign-out'
import { Button } from '../../ui/button'
import styles from './identity-card.module.css'

/** The person's name, email, role, sign-up date and account state. */
export function IdentityCard({ profile }: { profile: Profile }) {
  const leave = useSignOut()
  const { name, email, role, created_at, disabled_at } = profile
  return (
    <div className={styles.card}>
      <div className={styles.who}>
        <Avatar name={name} email={email} large />
        <div className={styles.names}>
          <p dir="auto" className={styles.name}>
            {name || 'Unnamed User'}
            {role && <span className={styles.role}>{roleLabel(role)}</span>}
          </p>
          <p className={styles.email}>{email}</p>
        </div>
        <div className={styles.leave}>
          <Button onClick={leave}>Sign out</Button>
        </div>
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>Member since</dt>
          <dd>
            <time dateTime={created_at}>{memberSince(created_at)}</time>
          </dd>
        </div>
        <div>
          <dt>Account Status</dt>
          <dd className={disabled_at ? styles.disabled : styles.active}>
            {disabled_at ? 'Disabled' : 'Active'}
          </dd>
        </div>
      </dl>
    </div>
  )
}
