import { useList } from '@refinedev/core'
import {
  type AnalyticsQuery,
  analyticsFilters,
  analyticsSorters,
  type LearnerProgress,
  parseAnalyticsParams,
} from '@rookies/data/members/member-analytics'
import { MEMBERS_PAGE_SIZE } from '@rookies/data/members/member-list'
import { MEMBER_TOASTS } from '@rookies/data/members/messages'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { keepPreviousData } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { ExportButton } from '../app/export/export-button'
import { toast } from '../app/notification-provider'
import { pageNumber, useAddressState } from '../app/use-address-state'
import { PageHeader } from '../ui/page-header'
import { Pager } from '../ui/pager'
import styles from './analytics.module.css'
import { AnalyticsDialog } from './analytics-dialog'
import { AnalyticsFilters } from './analytics-filters'
import { AnalyticsRow } from './analytics-row'
import { AnalyticsFailed, AnalyticsSkeleton, NoLearners } from './analytics-states'

/** Everybody's progress, searched, filtered, sorted and paged by the server; the address holds the state. */
export function AnalyticsScreen() {
  const { pathname } = useLocation()
  const { params, change } = useAddressState()
  const state = parseAnalyticsParams(params)
  const page = pageNumber(params.get('page'))
  const [opened, setOpened] = useState<LearnerProgress | null>(null)
  const { query: list } = useList<LearnerProgress>({
    resource: 'analytics',
    pagination: { currentPage: page, pageSize: MEMBERS_PAGE_SIZE },
    filters: analyticsFilters(state),
    sorters: analyticsSorters(state),
    queryOptions: { placeholderData: keepPreviousData },
    errorNotification: toast(MEMBER_TOASTS.analyticsFailed, 'error'),
  })

  const onSearch = useCallback(
    (text: string) => change({ q: text, page: null }, { replace: true }),
    [change],
  )
  const close = useCallback(() => setOpened(null), [])

  const addressOf = (number: number) => {
    const target = new URLSearchParams(params)
    if (number === 1) target.delete('page')
    else target.set('page', String(number))
    return { pathname, search: target.toString() }
  }

  const total = list.data?.total ?? 0
  const lastPage = Math.max(1, Math.ceil(total / MEMBERS_PAGE_SIZE))
  // The list has become shorter than the address remembers.
  if (page > lastPage && list.isSuccess && !list.isPlaceholderData) {
    return <Navigate to={addressOf(1)} replace />
  }

  return (
    <>
      <PageHeader
        title="Analytics"
        subtitle="How far everybody has come, and who has gone quiet"
        actions={
          <ExportButton
            list="analytics"
            filter={{ search: state.search, course: state.course, quiet: state.quiet }}
          />
        }
      />
      <AnalyticsFilters
        state={state}
        onSearch={onSearch}
        onChange={(values) => change({ ...values, page: null })}
      />
      {list.isPending && <AnalyticsSkeleton />}
      {list.isError && !list.data && (
        <AnalyticsFailed retrying={list.isFetching} onRetry={() => list.refetch()} />
      )}
      {list.data && (
        <section aria-label="Analytics" aria-busy={list.isPlaceholderData}>
          {list.data.data.length === 0 ? (
            <>
              <VisuallyHidden>
                <span role="status">{count(total)}</span>
              </VisuallyHidden>
              <NoLearners
                quiet={state.quiet !== ''}
                onClear={
                  isNarrowed(state)
                    ? () => change({ q: null, course: null, quiet: null, page: null })
                    : null
                }
              />
            </>
          ) : (
            <>
              <p className={styles.total} role="status">
                {count(total)}
              </p>
              <ul className={styles.list} data-dimmed={list.isPlaceholderData || undefined}>
                {list.data.data.map((learner) => (
                  <AnalyticsRow
                    key={learner.id}
                    learner={learner}
                    onOpen={() => setOpened(learner)}
                  />
                ))}
              </ul>
            </>
          )}
          <Pager label="members" page={page} pages={lastPage} to={addressOf} />
        </section>
      )}
      {opened && <AnalyticsDialog member={opened} onClose={close} />}
    </>
  )
}

const isNarrowed = ({ search, course, quiet }: AnalyticsQuery) =>
  search !== '' || course !== '' || quiet !== ''

function count(total: number): string {
  return total === 1 ? '1 person' : `${total.toLocaleString('en-US')} people`
}
