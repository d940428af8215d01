import { type Community, closedText } from '@rookies/data/communities/community'
import { COMMUNITIES_PATH, communityPath } from '@rookies/data/communities/paths'
import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { ErrorState } from '@rookies/ui/components/error-state/error-state'
import { CircleAlert, Compass, Lock, MessageSquareOff, ShieldX } from 'lucide-react'
import { useBoot } from '../../shared/use-boot'
import { usePageTitle } from '../../shared/use-page-title'
import { Button, ButtonLink } from '../../ui/button'
import { LeaveButton } from './leave-button'

/** Shown for a community that does not exist, and in the same way for one that is hidden from the person. */
export function CommunityNotFound() {
  usePageTitle('Community not found')
  return (
    <EmptyState level={1} icon={<Compass />} title="Community not found" actions={<Others />}>
      <p>It does not exist, has moved, or is not open to you.</p>
    </EmptyState>
  )
}

/** Tells a banned person that they are banned, and whom to contact (rules/communities#banned). */
export function BannedPane({ name }: { name: string }) {
  usePageTitle(name)
  const contact = useBoot()?.settings.contact_email
  return (
    <EmptyState
      level={1}
      icon={<ShieldX data-danger />}
      title={`You are banned from ${name}`}
      actions={<Others />}
    >
      <p>You can't read or post here.</p>
      <p>
        If you think that is a mistake, please contact{' '}
        {contact ? <a href={`mailto:${contact}`}>{contact}</a> : 'support'}.
      </p>
    </EmptyState>
  )
}

/** Shown for a community that the person joined but may no longer open. */
export function ClosedPane({ community }: { community: Community }) {
  usePageTitle(community.name)
  const contact = useBoot()?.settings.contact_email
  return (
    <EmptyState
      level={1}
      icon={<Lock />}
      title={`You no longer have access to ${community.name}`}
      actions={
        <>
          <Others />
          <LeaveButton community={community} />
        </>
      }
    >
      <p>{closedText(community)}</p>
      {contact && (
        <p>
          Questions? <a href={`mailto:${contact}`}>{contact}</a>
        </p>
      )}
    </EmptyState>
  )
}

/** Shown for a post that was deleted or never existed. */
export function PostGone({ community }: { community: Community }) {
  usePageTitle('Post not found')
  return (
    <EmptyState
      level={1}
      icon={<MessageSquareOff />}
      title="This post is no longer there"
      actions={
        <ButtonLink variant="primary" to={communityPath(community.slug)}>
          <span>
            All posts in <bdi>{community.name}</bdi>
          </span>
        </ButtonLink>
      }
    >
      <p>It has been deleted, or the link is incomplete.</p>
    </EmptyState>
  )
}

interface FailedProps {
  message: string
  again: () => void
  busy: boolean
  /** The level of the heading; 1 if the page has no other heading. */
  level?: 1 | 2
}

/** Says what could not be loaded, and offers to retry. */
export function LoadFailed({ message, again, busy, level = 1 }: FailedProps) {
  return (
    <ErrorState
      level={level}
      icon={<CircleAlert />}
      title={message}
      message="Please check your connection and try again."
      actions={
        <Button variant="primary" onClick={again} disabled={busy}>
          Try Again
        </Button>
      }
    />
  )
}

function Others() {
  return <ButtonLink to={COMMUNITIES_PATH}>All communities</ButtonLink>
}
