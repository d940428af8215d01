import { Link } from 'react-router-dom'
import { useMay } from '../../app/may'
import styles from './invites.module.css'

/** Where the address of the members' screen says that one's own invites are wanted. */
export const VIEW_PARAM = 'view'
export const INVITES_VIEW = 'invites'

/** The way between the members and one's own invites, for people who may invite. */
export function MemberViews({ view }: { view: 'members' | 'invites' }) {
  const mayRead = useMay('invites', 'read')
  if (!mayRead) return null
  return (
    <nav className={styles.views} aria-label="Members and invites">
      <Link className={styles.view} to="?" aria-current={view === 'members' ? 'page' : undefined}>
        Members
      </Link>
      <Link
        className={styles.view}
        to={`?${VIEW_PARAM}=${INVITES_VIEW}`}
        aria-current={view === 'invites' ? 'page' : undefined}
      >
        Your Invites
      </Link>
    </nav>
  )
}
