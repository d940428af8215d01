import { useList } from '@refinedev/core'
import {
  COMMUNITIES_PAGE_SIZE,
  communityFilters,
  type ManagedCommunity,
} from '@rookies/data/communities/managed-communities'
import { COMMUNITY_TOASTS } from '@rookies/data/communities/managed-messages'
import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { keepPreviousData } from '@tanstack/react-query'
import { Button } from 'antd'
import { Flag, MessagesSquare, Plus } from 'lucide-react'
import { useCallback } from 'react'
import { Link, Navigate, useLocation } from 'react-router-dom'
import { useMay } from '../../app/may'
import { toast } from '../../app/notification-provider'
import { pageNumber, useAddressState } from '../../app/use-address-state'
import { LinkButton } from '../../ui/link-button'
import { PageHeader } from '../../ui/page-header'
import { Pager } from '../../ui/pager'
import { SearchField } from '../../ui/search-field'
import { StatusBadge } from '../../ui/status-badge'
import { ACCESS_NAMES } from './access-names'
import styles from './communities.module.css'
import {
  communityAddress,
  NEW_COMMUNITY_PARAM,
  REPORTS_VIEW,
  VIEW_PARAM,
} from './community-address'
import { CommunityDialog } from './community-dialog'
import { Failed, RowsSkeleton } from './states'

/** `/admin/communities`: all of them, with a form for a new one (rules/communities#community-form). */
export function CommunityList() {
  const mayCreate = useMay('communities', 'create')
  const { pathname } = useLocation()
  const { params, change } = useAddressState()
  const search = params.get('q')?.trim() ?? ''
  const page = pageNumber(params.get('page'))
  const creating = params.has(NEW_COMMUNITY_PARAM) && mayCreate
  const { query: list } = useList<ManagedCommunity>({
    resource: 'communities',
    pagination: { currentPage: page, pageSize: COMMUNITIES_PAGE_SIZE },
    filters: communityFilters(search),
    queryOptions: { placeholderData: keepPreviousData },
    errorNotification: toast(COMMUNITY_TOASTS.listFailed, 'error'),
  })

  const onSearch = useCallback(
    (text: string) => change({ q: text, page: null }, { replace: true }),
    [change],
  )
  const create = () => change({ [NEW_COMMUNITY_PARAM]: 'community' })
  const close = useCallback(
    () => change({ [NEW_COMMUNITY_PARAM]: null }, { replace: true }),
    [change],
  )
  const addressOf = (number: number) => {
    const target = new URLSearchParams(params)
    if (number === 1) target.delete('page')
    else target.set('page', String(number))
    return { pathname, search: target.toString() }
  }

  const total = list.data?.total ?? 0
  const lastPage = Math.max(1, Math.ceil(total / COMMUNITIES_PAGE_SIZE))
  // The list has become shorter than the address remembers.
  if (page > lastPage && list.isSuccess && !list.isPlaceholderData) {
    return <Navigate to={addressOf(1)} replace />
  }
  const createButton = mayCreate && (
    <Button type="primary" icon={<Plus aria-hidden="true" />} onClick={create}>
      Create Community
    </Button>
  )

  return (
    <>
      <PageHeader
        title="Communities"
        subtitle="Places to talk, and who may be there"
        actions={createButton}
      />
      <div className={styles.filters}>
        <SearchField label="Search communities..." value={search} onSearch={onSearch} />
      </div>
      {list.isPending && <RowsSkeleton />}
      {list.isError && !list.data && (
        <Failed
          words={COMMUNITY_TOASTS.listFailed.text}
          retrying={list.isFetching}
          onRetry={() => list.refetch()}
        />
      )}
      {list.data && (
        <section aria-label="Communities" aria-busy={list.isPlaceholderData}>
          <p className={styles.total} role="status">
            {total === 1 ? '1 community' : `${total.toLocaleString('en-US')} communities`}
          </p>
          {list.data.data.length === 0 ? (
            <EmptyState
              icon={<MessagesSquare />}
              title={search ? 'No communities found' : 'No communities yet'}
              actions={!search && createButton}
            >
              <p>
                {search
                  ? 'Try another word. Communities are found by name and slug.'
                  : 'Open the first one: for everybody, for the learners of a course, or by invitation.'}
              </p>
            </EmptyState>
          ) : (
            <ul className={styles.list} data-dimmed={list.isPlaceholderData || undefined}>
              {list.data.data.map((community) => (
                <CommunityRow key={community.id} community={community} />
              ))}
            </ul>
          )}
          <Pager label="communities" page={page} pages={lastPage} to={addressOf} />
        </section>
      )}
      {creating && <CommunityDialog onClose={close} />}
    </>
  )
}

function CommunityRow({ community }: { community: ManagedCommunity }) {
  const { id, name, slug, description, access, course, read_only, members, reported } = community
  return (
    <li className={styles.row}>
      <div className={styles.who}>
        <h2 className={styles.name}>
          <Link to={communityAddress(id)}>{name}</Link>
        </h2>
        <p className={styles.facts}>
          <code>{`/${slug}`}</code>
        </p>
        {description && <p className={styles.description}>{description}</p>}
      </div>
      <div className={styles.badges}>
        <StatusBadge tone="info" label={ACCESS_NAMES[access]} />
        {read_only && <StatusBadge tone="plain" label="Read-only" />}
        {(access === 'COURSE' || access === 'PAID') && course && (
          <span className={styles.facts}>{course}</span>
        )}
        {access === 'COURSE' && !course && <StatusBadge tone="draft" label="Its course is gone" />}
      </div>
      <p className={styles.facts}>{memberCount(members)}</p>
      <div className={styles.acts}>
        {reported > 0 && (
          <LinkButton
            to={`${communityAddress(id)}?${VIEW_PARAM}=${REPORTS_VIEW}`}
            icon={<Flag aria-hidden="true" />}
            aria-label={`${reportCount(reported)} in ${name}`}
          >
            {reportCount(reported)}
          </LinkButton>
        )}
        <LinkButton to={communityAddress(id)} aria-label={`Manage ${name}`}>
          Manage
        </LinkButton>
      </div>
    </li>
  )
}

function memberCount(members: number): string {
  if (members === 0) return 'No members'
  if (members === 1) return '1 member'
  return members > 1000 ? 'Over 1,000 members' : `${members.toLocaleString('en-US')} members`
}

const reportCount = (count: number) => (count === 1 ? '1 reported' : `${count} reported`)
