import { communityKeys } from '@rookies/data/communities/keys'
import type { ManagedCommunity } from '@rookies/data/communities/managed-communities'
import {
  addCommunityMember,
  type Candidate,
  candidatesQuery,
} from '@rookies/data/communities/managed-members'
import { COMMUNITY_TOASTS } from '@rookies/data/communities/managed-messages'
import { toDataError } from '@rookies/data/errors'
import { memberName } from '@rookies/data/members/member-list'
import { Avatar } from '@rookies/ui/components/avatar/avatar'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useBackend } from '../../app/backend'
import { useToasts } from '../../app/toasts'
import { Modal } from '../../ui/modal'
import { SearchField } from '../../ui/search-field'
import { StatusBadge } from '../../ui/status-badge'
import styles from './communities.module.css'

interface AddMemberProps {
  community: ManagedCommunity
  onClose: () => void
}

/** Finds people among all members and lets them into a community, one after another. */
export function AddMember({ community, onClose }: AddMemberProps) {
  const { client, queries } = useBackend()
  const toasts = useToasts()
  const [search, setSearch] = useState('')
  const found = useQuery({
    ...candidatesQuery(client, community.id, search),
    placeholderData: keepPreviousData,
  })
  const people = search === '' ? undefined : found.data

  const add = useMutation({
    mutationFn: ({ id }: Candidate) => addCommunityMember(client, community.id, id),
    onSuccess: (_, candidate) =>
      toasts.succeeded({ ...COMMUNITY_TOASTS.added, title: memberName(candidate) }),
    onError: (error) => {
      const { hint, message } = toDataError(error)
      toasts.failed(hint ? { title: 'Error', text: message } : COMMUNITY_TOASTS.addFailed)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: communityKeys.managed() }),
  })

  return (
    <Modal
      open
      size="form"
      title={`Add to ${community.name}`}
      onClose={onClose}
      actions={
        <Button type="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className={styles.search}>
        <SearchField label="Search by name or email..." value={search} onSearch={setSearch} />
      </div>
      <div className={styles.found} aria-busy={found.isFetching}>
        {found.isError && search !== '' ? (
          <p role="alert" className={styles.failure}>
            {COMMUNITY_TOASTS.membersFailed.text}{' '}
            <Button size="small" loading={found.isFetching} onClick={() => found.refetch()}>
              Try Again
            </Button>
          </p>
        ) : (
          <p role="status" className={styles.note}>
            {words(search, people)}
          </p>
        )}
        <ul className={styles.candidates}>
          {(people ?? []).map((candidate) => (
            <li key={candidate.id} className={styles.candidate}>
              <Avatar name={candidate.name} email={candidate.email} />
              <div className={styles.who}>
                <p className={styles.name}>{memberName(candidate)}</p>
                <p className={styles.email}>{candidate.email}</p>
              </div>
              {candidate.standing === 'OUTSIDE' ? (
                <Button
                  aria-label={`Add ${memberName(candidate)}`}
                  disabled={add.isPending && add.variables.id === candidate.id}
                  onClick={() => add.mutate(candidate)}
                >
                  Add
                </Button>
              ) : (
                <StatusBadge
                  tone={candidate.standing === 'BANNED' ? 'draft' : 'plain'}
                  label={candidate.standing === 'BANNED' ? 'Banned' : 'Member'}
                />
              )}
            </li>
          ))}
        </ul>
      </div>
    </Modal>
  )
}

function words(search: string, people: Candidate[] | undefined): string {
  if (search === '') return 'Type a name or an email to find people.'
  if (!people) return 'Searching...'
  if (people.length === 0) return 'No members found'
  return people.length === 10 ? 'The first 10 people. Type more to narrow it down.' : ''
}
