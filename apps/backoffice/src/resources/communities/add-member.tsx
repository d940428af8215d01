import { type BaseRecord, useCreate } from '@refinedev/core'
import type { ManagedCommunity } from '@rookies/data/communities/managed-communities'
import type { Candidate, NewMember } from '@rookies/data/communities/managed-members'
import { COMMUNITY_MESSAGES } from '@rookies/data/communities/managed-messages'
import { memberName } from '@rookies/data/members/member-list'
import type { RequestError } from '@rookies/data/refine/request-error'
import { failureToast } from '@rookies/data/toasts'
import { Button, List } from 'antd'
import { useState } from 'react'
import { useToasts } from '../../app/toasts'
import { useRead } from '../../app/use-read'
import { useReadAgainOf } from '../../app/use-read-again'
import { PersonCell } from '../../kit/person-cell'
import cells from '../../ui/cells.module.css'
import { Modal } from '../../ui/modal'
import { ReadFailed } from '../../ui/read-failed'
import { SearchField } from '../../ui/search-field'
import { StatusBadge } from '../../ui/status-badge'
import styles from './communities.module.css'

interface AddMemberProps {
  community: ManagedCommunity
  onClose: () => void
}

/** Searches all members and adds them to a community one at a time. */
export function AddMember({ community, onClose }: AddMemberProps) {
  const changed = useReadAgainOf('communities')
  const toasts = useToasts()
  const [search, setSearch] = useState('')
  const found = useRead('community_members/candidates', {
    input: { communityId: community.id, search },
    enabled: search !== '',
    staleTime: 0,
    keepsPrevious: true,
  })
  const people = search === '' ? undefined : found.data

  const { mutate, mutation } = useCreate<BaseRecord, RequestError, NewMember>({
    resource: 'community_members',
    successNotification: false,
    errorNotification: false,
  })
  const adding = mutation.isPending ? mutation.variables.values : null
  const add = (candidate: Candidate) =>
    mutate(
      { values: { community_id: community.id, user_id: candidate.id } },
      {
        onSuccess: () =>
          toasts.succeeded({ ...COMMUNITY_MESSAGES.added, title: memberName(candidate) }),
        onError: (error) => toasts.failed(failureToast(COMMUNITY_MESSAGES.addFailed, error)),
        onSettled: changed,
      },
    )

  return (
    <Modal
      size="form"
      title={`Add to ${community.name}`}
      onClose={onClose}
      actions={
        <Button type="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <SearchField label="Search by name or email..." value={search} onSearch={setSearch} />
      <div className={styles.found} aria-busy={found.isFetching}>
        {found.isError && search !== '' ? (
          <ReadFailed title={COMMUNITY_MESSAGES.membersFailed.text} read={found} />
        ) : (
          <p role="status" className={cells.count}>
            {resultText(search, people)}
          </p>
        )}
        {people && people.length > 0 && (
          <List
            rowKey="id"
            size="small"
            dataSource={people}
            renderItem={(candidate) => (
              <List.Item style={{ flexWrap: 'nowrap', gap: 'var(--space-3)' }}>
                <PersonCell unlinked person={candidate} />
                {candidate.relation === 'OUTSIDE' ? (
                  <Button
                    aria-label={`Add ${memberName(candidate)}`}
                    disabled={adding?.user_id === candidate.id}
                    onClick={() => add(candidate)}
                  >
                    Add
                  </Button>
                ) : (
                  <StatusBadge
                    tone={candidate.relation === 'BANNED' ? 'draft' : 'plain'}
                    label={candidate.relation === 'BANNED' ? 'Banned' : 'Member'}
                  />
                )}
              </List.Item>
            )}
          />
        )}
      </div>
    </Modal>
  )
}

function resultText(search: string, people: Candidate[] | undefined): string {
  if (search === '') return 'Type a name or an email to find people.'
  if (!people) return 'Searching...'
  if (people.length === 0) return 'No members found'
  return people.length === 10 ? 'These are the first 10 people. Type more to narrow the list.' : ''
}
