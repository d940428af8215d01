import { accessText, type Community } from '@rookies/data/communities/community'
import { peoplePath } from '@rookies/data/communities/paths'
import { DoorOpen, Eye, ShieldCheck, UsersRound } from 'lucide-react'
import { useRef } from 'react'
import { useFocusHeading } from '../../shared/use-focus-heading'
import { usePageTitle } from '../../shared/use-page-title'
import { ButtonLink } from '../../ui/button'
import { LinkedText } from '../../ui/linked-text'
import titles from '../../ui/titles.module.css'
import styles from './community-head.module.css'
import { JoinButton } from './join-button'
import { LeaveButton } from './leave-button'

/** The head of a community: name, description, who may enter, and the button to join or leave. */
export function CommunityHead({ community }: { community: Community }) {
  const heading = useRef<HTMLHeadingElement>(null)
  usePageTitle(community.name)
  useFocusHeading(heading)
  return (
    <header className={styles.head}>
      <div className={styles.top}>
        <h1 dir="auto" ref={heading} tabIndex={-1} className={`${titles.page} ${styles.title}`}>
          {community.name}
        </h1>
        <div className={styles.acts}>
          {community.moderates && (
            <ButtonLink small to={peoplePath(community.slug)}>
              <UsersRound aria-hidden="true" />
              Members
            </ButtonLink>
          )}
          {community.state === 'JOINED' && <LeaveButton community={community} />}
          {community.state === 'OPEN' && <JoinButton community={community} />}
        </div>
      </div>
      {community.description && (
        <div className={styles.description}>
          <LinkedText text={community.description} />
        </div>
      )}
      <CommunityFacts community={community} />
    </header>
  )
}

/** Says who may enter a community, whether it is read-only, and whether the person moderates it. */
export function CommunityFacts({ community }: { community: Community }) {
  return (
    <ul className={styles.facts}>
      <li>
        <DoorOpen aria-hidden="true" />
        {accessText(community)}
      </li>
      {community.read_only && (
        <li>
          <Eye aria-hidden="true" />
          Read-only
        </li>
      )}
      {community.moderates && (
        <li className={styles.mine}>
          <ShieldCheck aria-hidden="true" />
          You moderate
        </li>
      )}
    </ul>
  )
}
