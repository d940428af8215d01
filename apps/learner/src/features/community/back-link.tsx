import type { Community } from '@rookies/data/communities/community'
import { COMMUNITIES_PATH, communityPath } from '@rookies/data/communities/paths'
import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router-dom'
import styles from './back-link.module.css'

/** A link one level up: from a community to the list, from a post to its community. */
export function BackLink({ to }: { to?: Pick<Community, 'slug' | 'name'> | undefined }) {
  return (
    <Link to={to ? communityPath(to.slug) : COMMUNITIES_PATH} className={styles.link}>
      <ArrowLeft aria-hidden="true" />
      {to ? to.name : 'Communities'}
    </Link>
  )
}
