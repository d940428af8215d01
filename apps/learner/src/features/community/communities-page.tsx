import { LIBRARY_PATH } from '@rookies/data/access/home'
import { communityMessages } from '@rookies/data/communities/community-failure'
import {
  type ListedCommunity,
  myCommunitiesQuery,
} from '@rookies/data/communities/my-communities-query'
import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import { useQuery } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'
import { useRef } from 'react'
import { useData } from '../../shared/data-context'
import { useFocusHeading } from '../../shared/use-focus-heading'
import { usePageTitle } from '../../shared/use-page-title'
import { ButtonLink } from '../../ui/button'
import titles from '../../ui/titles.module.css'
import styles from './communities-page.module.css'
import { CommunityCard } from './community-card'
import { LoadFailed } from './panes'

/** Lists the communities that the person has joined and those that are open to them (rules/communities#open-to). */
export function CommunitiesPage() {
  const communities = useQuery(myCommunitiesQuery(useData()))
  const heading = useRef<HTMLHeadingElement>(null)
  usePageTitle('Communities')
  useFocusHeading(heading)

  return (
    <main className={styles.page}>
      <header className={styles.header}>
        <h1 ref={heading} tabIndex={-1} className={titles.page}>
          Communities
        </h1>
        <p className={styles.subtitle}>
          Places to ask, to answer, and to show what you are building.
        </p>
      </header>
      {communities.data ? (
        <Groups communities={communities.data} />
      ) : communities.isError ? (
        <LoadFailed
          level={2}
          message={communityMessages.listFailed}
          again={() => communities.refetch()}
          busy={communities.isFetching}
        />
      ) : (
        <div className={styles.group} role="status" aria-label="Loading communities">
          <Skeleton className={styles.ghostHeading} />
          <div className={styles.list}>
            <Skeleton className={styles.ghost} />
            <Skeleton className={styles.ghost} />
            <Skeleton className={styles.ghost} />
          </div>
        </div>
      )}
    </main>
  )
}

function Groups({ communities }: { communities: ListedCommunity[] }) {
  if (communities.length === 0) {
    return (
      <EmptyState
        icon={<MessagesSquare />}
        title="No communities yet"
        actions={<ButtonLink to={LIBRARY_PATH}>Go to your courses</ButtonLink>}
      >
        <p>Communities that you can join will appear here.</p>
      </EmptyState>
    )
  }
  const open = communities.filter(({ state }) => state === 'OPEN')
  const mine = communities.filter((community) => !open.includes(community))
  return (
    <>
      <Group title="Your communities" communities={mine} />
      <Group title="Open to you" communities={open} />
    </>
  )
}

function Group({ title, communities }: { title: string; communities: ListedCommunity[] }) {
  if (communities.length === 0) return null
  return (
    <section className={styles.group} aria-label={title}>
      <h2 className={styles.heading}>{title}</h2>
      <ul className={styles.list}>
        {communities.map((community) => (
          <li key={community.id}>
            <CommunityCard community={community} />
          </li>
        ))}
      </ul>
    </section>
  )
}
