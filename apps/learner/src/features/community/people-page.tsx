import { communityFailure, communityMessages } from '@rookies/data/communities/community-failure'
import { feedQuery } from '@rookies/data/communities/feed-query'
import {
  type CommunityPeople,
  type CommunityPerson,
  peopleQuery,
  setBanned,
} from '@rookies/data/communities/people-query'
import { memberSince } from '@rookies/data/time/moment-text'
import { formatNumber } from '@rookies/data/wording'
import { Avatar } from '@rookies/ui/components/avatar/avatar'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { useParams } from 'react-router-dom'
import { useData } from '../../shared/data-context'
import { ShowMore } from '../../shared/show-more'
import { useFocusHeading } from '../../shared/use-focus-heading'
import { usePageTitle } from '../../shared/use-page-title'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import titles from '../../ui/titles.module.css'
import { showError, showToast } from '../../ui/toast-store'
import { BackLink } from './back-link'
import page from './community-page.module.css'
import { CommunityNotFound, LoadFailed } from './panes'
import styles from './people-page.module.css'
import { PeopleSkeleton } from './post-skeletons'

/** Lists the people of a community for its moderators, who can ban them and lift a ban (rules/communities#banned). */
export function PeoplePage() {
  const { slug = '' } = useParams()
  const client = useData()
  const people = useInfiniteQuery(peopleQuery(client, slug))
  // If the list of people cannot be read, the community's name is taken from the feed.
  const feed = useInfiniteQuery({ ...feedQuery(client, slug), enabled: people.isError })
  const more = (
    <ShowMore
      query={people}
      shown={people.data?.people.length ?? 0}
      label="Show more members"
      failure={(thrown) => communityFailure(communityMessages.peopleFailed, thrown)}
    />
  )
  usePageTitle(people.data ? `Members of ${people.data.community.name}` : 'Members')
  return (
    <main className={page.page}>
      <BackLink to={people.data?.community ?? feed.data?.community} />
      {people.data ? (
        <People {...people.data} more={more} />
      ) : people.data === null ? (
        <CommunityNotFound />
      ) : people.isError ? (
        <LoadFailed
          message={communityMessages.peopleFailed}
          again={() => people.refetch()}
          busy={people.isFetching}
        />
      ) : (
        <PeopleSkeleton />
      )}
    </main>
  )
}

interface PeopleProps extends CommunityPeople {
  /** The button that loads more people. */
  more: ReactNode
}

function People({ community, total, banned, people, more }: PeopleProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const ban = useBan(community)
  useFocusHeading(heading)
  return (
    <>
      <header className={styles.header}>
        <h1 ref={heading} tabIndex={-1} className={titles.page}>
          Members
        </h1>
        <p className={styles.lead}>
          {total === 1 ? 'One person' : `${formatNumber(total)} people`} in{' '}
          <bdi>{community.name}</bdi>
          {banned > 0 && `, and ${formatNumber(banned)} banned`}. A banned person can't read or post
          here until they are unbanned.
        </p>
      </header>
      {people.length > 0 && (
        <ul className={styles.list}>
          {people.map((person) => (
            <Row key={person.id} person={person}>
              {!person.mine && !person.leads && (
                <BanButton
                  person={person}
                  busy={ban.isPending && ban.variables.id === person.id}
                  onBan={() => ban.mutate(person)}
                />
              )}
            </Row>
          ))}
        </ul>
      )}
      {more}
    </>
  )
}

/** Returns a function that bans a person or lifts a ban. */
function useBan(community: CommunityPeople['community']) {
  const client = useData()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, banned }: CommunityPerson) =>
      setBanned(client, queries, community, id, !banned),
    onSuccess: (_nothing, person) =>
      showToast({
        tone: 'success',
        title: person.banned ? 'Member unbanned' : 'Member banned',
        message: nameOf(person),
      }),
    onError: (thrown, { banned }) =>
      showError(
        communityFailure(
          banned ? communityMessages.unbanFailed : communityMessages.banFailed,
          thrown,
        ),
      ),
  })
}

function Row({ person, children }: { person: CommunityPerson; children: ReactNode }) {
  return (
    <li className={styles.person}>
      <Avatar name={person.name} />
      <div className={styles.who}>
        <p className={styles.name}>
          <bdi>{nameOf(person)}</bdi>
          {person.mine && <span className={styles.badge}>You</span>}
          {person.leads && <span className={styles.badge}>Moderator</span>}
          {person.banned && <span className={`${styles.badge} ${styles.banned}`}>Banned</span>}
        </p>
        <p className={styles.since}>
          Joined <time dateTime={person.joinedAt}>{memberSince(person.joinedAt)}</time>
        </p>
      </div>
      {children}
    </li>
  )
}

interface BanButtonProps {
  person: CommunityPerson
  busy: boolean
  onBan: () => void
}

/** Asks for a confirmation before it bans a person; lifting a ban needs none. */
function BanButton({ person, busy, onBan }: BanButtonProps) {
  const [asked, setAsked] = useState(false)
  return (
    <>
      <Button
        writes
        small
        disabled={busy}
        onClick={() => (person.banned ? onBan() : setAsked(true))}
      >
        {person.banned ? 'Unban' : 'Ban'} <VisuallyHidden>{nameOf(person)}</VisuallyHidden>
      </Button>
      {asked && (
        <ConfirmDialog
          title={`Ban ${nameOf(person)}?`}
          confirm="Ban"
          danger
          onConfirm={onBan}
          onClose={() => setAsked(false)}
        >
          <p>
            They can no longer read or post here, even if they leave and join again. Their posts
            stay.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

const nameOf = ({ name }: CommunityPerson) => name?.trim() || 'Unnamed User'
