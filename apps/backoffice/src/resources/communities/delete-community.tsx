import { useDelete } from '@refinedev/core'
import { communityDeletion } from '@rookies/data/communities/community-impact'
import type { CommunityDetails } from '@rookies/data/communities/managed-communities'
import { COMMUNITY_TOASTS } from '@rookies/data/communities/managed-messages'
import { Alert } from 'antd'
import { useNavigate } from 'react-router-dom'
import { toast } from '../../app/notification-provider'
import { UNCACHED, useRead } from '../../app/use-read'
import { Question } from '../../kit/question'
import cells from '../../ui/cells.module.css'
import { COMMUNITIES_ADDRESS } from './community-address'

interface DeleteCommunityProps {
  community: CommunityDetails
  onClose: () => void
}

/** Asks before a community is deleted for good, and says what is deleted with it. */
export function DeleteCommunity({ community, onClose }: DeleteCommunityProps) {
  const navigate = useNavigate()
  const { mutate, mutation: remove } = useDelete()
  const confirm = () =>
    mutate(
      {
        resource: 'communities',
        id: community.id,
        successNotification: toast(COMMUNITY_TOASTS.deleted, 'success'),
        errorNotification: toast(COMMUNITY_TOASTS.deleteFailed, 'error'),
      },
      { onSuccess: () => navigate(COMMUNITIES_ADDRESS, { replace: true }) },
    )
  const impact = useRead('communities/impact', {
    input: { id: community.id },
    ...UNCACHED,
  })
  return (
    <Question
      title="Delete this community?"
      subject={
        <p>
          <strong>{community.name}</strong>{' '}
          <code className={cells.code}>{`/${community.slug}`}</code>
        </p>
      }
      query={impact}
      sentences={communityDeletion}
      confirm="Delete Community"
      danger
      busy={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      {remove.isError && <Alert type="error" message={COMMUNITY_TOASTS.deleteFailed.text} />}
    </Question>
  )
}
