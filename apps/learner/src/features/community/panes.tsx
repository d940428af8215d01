import { type Community, closedText } from '@rookies/data/communities/community'
import { COMMUNITIES_PATH, communityPath } from '@rookies/data/communities/paths'
import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { ErrorState } from '@rookies/ui/components/error-state/error-state'
import { CircleAlert, Compass, Lock, MessageSquareOff, ShieldX } from 'lucide-react'
import { useBoot } from '../../shared/use-boot'
import { usePageTitle } from '../../shared/use-page-title'
import { Button, ButtonAnchor, ButtonLink } from '../../ui/button'
import { LeaveButton } from './leave-button'

/** A community that is not there, or is none of the person's business: both look alike. */
export function CommunityNotFound() {
  usePageTitle('Community not found')
  return (
    <EmptyState level={1} icon={<Compass />} title="Community not found" actions={<Others />}>
      <p>It does not exist, has moved, or is not open to you.</p>
    </EmptyState>
  )
}

/** What a banned person is told: that they are, and whom to contact (rules/communities#banned). */
export function BannedPane({ name }: { name: string }) {
  usePageTitle(name)
  const contact = useBoot()?.settings.contact_email
  return (
    <EmptyState
      level={1}
      icon={<ShieldX />}
      title={`You are banned from ${name}`}
      actions={
        <>
          {contact && <ButtonAnchor href={`mailto:${contact}`}>Contact support</ButtonAnchor>}
          <Others />
        </>
      }
    >
      <p>You can neither read nor write here.</p>
      <p>
        If you think that is a mistake, please contact{' '}
        {contact ? <a href={`mailto:${contact}`}>{contact}</a> : 'support'}.
      </p>
    </EmptyState>
  )
}

/** A community that the person joined and may no longer open. */
export function ClosedPane({ community }: { community: Community }) {
  usePageTitle(community.name)
  const contact = useBoot()?.settings.contact_email
  return (
    <EmptyState
      level={1}
      icon={<Lock />}
      title={`${community.name} is closed to you`}
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

/** A post that was deleted, or was never there. */
export function PostGone({ community }: { community: Community }) {
  usePageTitle('Post not found')
  return (
    <EmptyState
      level={1}
      icon={<MessageSquareOff />}
      title="This post is no longer there"
      actions={
        <ButtonLink variant="primary" to={communityPath(community.slug)}>
          All posts in <bdi>{community.name}</bdi>
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
  /** The heading's level; 1 where it is all that there is. */
  level?: 1 | 2
}

/** Could not be read: says so, with a way on. */
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
