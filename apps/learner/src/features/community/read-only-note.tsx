import type { Community } from '@rookies/data/communities/community'
import { Eye } from 'lucide-react'
import styles from './read-only-note.module.css'

/** Says why there is no composer. */
export function ReadOnlyNote({ community }: { community: Community }) {
  return (
    <p className={styles.note}>
      <Eye aria-hidden="true" />
      {community.state === 'JOINED'
        ? 'This community is read-only: its moderators write, everybody else reads.'
        : community.state === 'OPEN'
          ? 'You read this as an administrator. Join to write.'
          : 'You read this as an administrator. It is not open to you as a member, so you cannot write here.'}
    </p>
  )
}
