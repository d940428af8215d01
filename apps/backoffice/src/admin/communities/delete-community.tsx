import { useDelete } from '@refinedev/core'
import type { CommunityDetails } from '@rookies/data/communities/managed-communities'
import { COMMUNITY_TOASTS } from '@rookies/data/communities/managed-messages'
import { Button } from 'antd'
import { useNavigate } from 'react-router-dom'
import { toast } from '../../app/notification-provider'
import { Modal } from '../../ui/modal'
import styles from './communities.module.css'
import { COMMUNITIES_ADDRESS } from './community-address'

interface DeleteCommunityProps {
  community: CommunityDetails
  onClose: () => void
}

/** Asks before a community goes for good, and says what goes with it. */
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
  return (
    <Modal
      open
      title="Delete this community?"
      onClose={onClose}
      actions={
        <>
          <Button disabled={remove.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="primary" danger loading={remove.isPending} onClick={confirm}>
            Delete Community
          </Button>
        </>
      }
    >
      <p className={styles.subject}>
        <strong>{community.name}</strong>
        <span>{`/${community.slug}`}</span>
      </p>
      <ul className={styles.consequences}>
        <li>{`${count(community.members, 'member', 'members')} will lose it, at once and for good.`}</li>
        <li>{`${count(community.posts, 'post or reply', 'posts and replies')} will be deleted with it, reports and bans too.`}</li>
        <li>Purchases of it are kept in the records.</li>
      </ul>
      {remove.isError && (
        <p role="alert" className={styles.failure}>
          {COMMUNITY_TOASTS.deleteFailed.text}
        </p>
      )}
    </Modal>
  )
}

const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`
