import type { Community } from '@rookies/data/communities/community'
import { Eye } from 'lucide-react'
import styles from './read-only-note.module.css'

/** Says why there is no composer. */
export function ReadOnlyNote({ community }: { community: Community }) {
  return (
    <p className={styles.note}>
      <Eye aria-hidden="true" />
      {community.state === 'JOINED'
        ? 'This community is read-only: only moderators can post.'
        : community.state === 'OPEN'
          ? 'You are reading this as an administrator. Join to post.'
          : "You are reading this as an administrator. You can't join this community, so you can't post here."}
    </p>
  )
}
