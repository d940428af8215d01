import { useInvalidate, useList } from '@refinedev/core'
import {
  DUE_WORK_PAGE_SIZE,
  type DueWork,
  type DueWorkPage,
  dueWorkFilters,
  parseDueWorkParams,
} from '@rookies/data/due-work/due-work-list'
import { DUE_WORK_TOASTS, MOTOR_STOPPED } from '@rookies/data/due-work/messages'
import { formatCount } from '@rookies/data/wording'
import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { keepPreviousData } from '@tanstack/react-query'
import { Alert } from 'antd'
import { CalendarCheck } from 'lucide-react'
import { Navigate } from 'react-router-dom'
import { useMay } from '../../app/may'
import { toast } from '../../app/notification-provider'
import { useToasts } from '../../app/toasts'
import { useAct } from '../../app/use-act'
import { useAddressState } from '../../app/use-address-state'
import { useDashboardChanged } from '../../app/use-dashboard-changed'
import { FilterBar } from '../../ui/filter-bar'
import { PageHeader } from '../../ui/page-header'
import { Pager } from '../../ui/pager'
import { ReadList } from '../../ui/read-list'
import { SelectField } from '../../ui/select-field'
import { dueWorkColumns } from './due-work-columns'
import { EMPTY, STATES } from './words'

/** How often what waits is read again: the motor, not a person, changes it. */
const REREAD_MS = 15_000

/** `/admin/due-work`: what is sent or done later, what could not be, and why (rules/due-work#failing). */
export function DueWorkScreen() {
  const { params, page, change, pageAddress } = useAddressState()
  const state = parseDueWorkParams(params)
  const toasts = useToasts()
  const invalidate = useInvalidate()
  const dashboardChanged = useDashboardChanged()
  const { query } = useList<DueWork>({
    resource: 'due_work',
    pagination: { currentPage: page, pageSize: DUE_WORK_PAGE_SIZE },
    filters: dueWorkFilters(state),
    queryOptions: { placeholderData: keepPreviousData, refetchInterval: REREAD_MS },
    errorNotification: toast(DUE_WORK_TOASTS.listFailed, 'error'),
  })
  const reread = () => {
    dashboardChanged()
    return invalidate({ resource: 'due_work', invalidates: ['list'] })
  }
  const retry = useAct({
    act: (work: DueWork) => ({ name: 'due_work/retry', input: { id: work.id } }),
    onSuccess: () => {
      toasts.succeeded(DUE_WORK_TOASTS.retried)
      return reread()
    },
    onError: ({ hint, message }) => {
      toasts.failed(hint ? { title: 'Error', text: message } : DUE_WORK_TOASTS.retryFailed)
      return reread()
    },
  })
  const mayRetry = useMay('due_work', 'retry')

  const data = query.data as DueWorkPage | undefined
  const lastPage = Math.max(1, Math.ceil((data?.total ?? 0) / DUE_WORK_PAGE_SIZE))
  // The list has become shorter than the address remembers.
  if (page > lastPage && query.isSuccess && !query.isPlaceholderData) {
    return <Navigate to={pageAddress(1)} replace />
  }

  return (
    <>
      <PageHeader title="Due Work" subtitle="What is sent or done later, and what could not be" />
      {data?.stopped && (
        <Alert
          type="warning"
          showIcon
          style={{ marginBlockEnd: '1rem' }}
          message={MOTOR_STOPPED}
          description="What waits here is done as soon as it is turned again. On a hosted project pg_cron turns it: see docs/deploy.md."
        />
      )}
      <FilterBar
        search={
          <SelectField
            label="State"
            value={state.state}
            options={STATES}
            onChange={(value) => change({ state: value === 'OPEN' ? null : value, page: null })}
          />
        }
        active={state.kind === '' ? 0 : 1}
      >
        <SelectField
          label="Kind"
          value={state.kind}
          options={[
            { value: '', label: 'Any kind' },
            ...(data?.kinds ?? []).map(({ kind, label }) => ({ value: kind, label })),
          ]}
          onChange={(kind) => change({ kind, page: null })}
        />
      </FilterBar>
      <ReadList
        list="due-work"
        label="Due work"
        columns={dueWorkColumns(mayRetry ? retry.mutate : null)}
        read={{ ...query, data: data?.data }}
        failed={DUE_WORK_TOASTS.listFailed.text}
        count={`${data?.bounded ? 'More than ' : ''}${formatCount(data?.total ?? 0, 'piece')} of work`}
        empty={
          <EmptyState icon={<CalendarCheck />} title={EMPTY[state.state].title}>
            <p>{EMPTY[state.state].text}</p>
          </EmptyState>
        }
      >
        <Pager label="due work" page={page} pages={lastPage} to={pageAddress} />
      </ReadList>
    </>
  )
}
