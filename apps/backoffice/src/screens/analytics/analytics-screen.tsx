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
import { formatPeople } from '@rookies/data/wording'
import { keepPreviousData } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { Navigate } from 'react-router-dom'
import { ExportButton } from '../../app/export/export-button'
import { toast } from '../../app/notification-provider'
import { useAddressState } from '../../app/use-address-state'
import { PageHeader } from '../../ui/page-header'
import { Pager } from '../../ui/pager'
import { ReadList } from '../../ui/read-list'
import { analyticsColumns } from './analytics-columns'
import { AnalyticsDialog } from './analytics-dialog'
import { AnalyticsFilters } from './analytics-filters'
import { NoLearners } from './no-learners'

/** Everybody's progress, searched, filtered, sorted and paged by the server; the address holds the state. */
export function AnalyticsScreen() {
  const { params, page, change, pageAddress } = useAddressState()
  const state = parseAnalyticsParams(params)
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
  const columns = useMemo(() => analyticsColumns(setOpened), [])
  const close = useCallback(() => setOpened(null), [])

  const total = list.data?.total ?? 0
  const lastPage = Math.max(1, Math.ceil(total / MEMBERS_PAGE_SIZE))
  // The list has become shorter than the address remembers.
  if (page > lastPage && list.isSuccess && !list.isPlaceholderData) {
    return <Navigate to={pageAddress(1)} replace />
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
      <ReadList
        list="analytics"
        label="Analytics"
        columns={columns}
        read={{ ...list, data: list.data?.data }}
        failed={MEMBER_TOASTS.analyticsFailed.text}
        count={formatPeople(total)}
        onOpen={setOpened}
        order={state.sort}
        onOrder={(sort) => change({ sort, page: null })}
        empty={
          <NoLearners
            quiet={state.quiet !== ''}
            onClear={
              isNarrowed(state)
                ? () => change({ q: null, course: null, quiet: null, page: null })
                : null
            }
          />
        }
      >
        <Pager label="members" page={page} pages={lastPage} to={pageAddress} />
      </ReadList>
      {opened && <AnalyticsDialog member={opened} onClose={close} />}
    </>
  )
}

const isNarrowed = ({ search, course, quiet }: AnalyticsQuery) =>
  search !== '' || course !== '' || quiet !== ''
