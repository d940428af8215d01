import { useList } from '@refinedev/core'
import {
  AUDIT_PAGE_SIZE,
  type AuditPage,
  type AuditRecord,
  auditFilter,
  auditFilters,
  parseAuditParams,
  placeOf,
} from '@rookies/data/audit/audit-list'
import { AUDIT_TOASTS } from '@rookies/data/audit/messages'
import { keepPreviousData } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useLocation } from 'react-router-dom'
import { ExportButton } from '../../app/export/export-button'
import { toast } from '../../app/notification-provider'
import { useAddressState } from '../../app/use-address-state'
import { useRead } from '../../app/use-read'
import { ListFailed } from '../../ui/list-failed'
import { ListSkeleton } from '../../ui/list-skeleton'
import { PageHeader } from '../../ui/page-header'
import { Turner } from '../../ui/turner'
import { AuditFilters } from './audit-filters'
import styles from './audit-logs.module.css'
import { AuditRows } from './audit-rows'
import { NoRecords } from './no-records'

/** Where a page of the list begins; another filter begins at the newest. */
const NEWEST = { after: null, before: null }

/** `/admin/audit-logs`: what was done, by whom, to what. The address holds the state. */
export function AuditLogs() {
  const { pathname } = useLocation()
  const { params, change } = useAddressState()
  const state = parseAuditParams(params)
  const { query } = useList<AuditRecord>({
    resource: 'audit_logs',
    pagination: { pageSize: AUDIT_PAGE_SIZE },
    filters: auditFilters(state),
    queryOptions: { placeholderData: keepPreviousData },
    errorNotification: toast(AUDIT_TOASTS.listFailed, 'error'),
  })
  const choices = useRead('audit_logs/choices')

  const onPerson = useCallback(
    (person: string) => change({ person, ...NEWEST }, { replace: true }),
    [change],
  )
  const data = query.data as AuditPage | undefined
  const [first, last] = [data?.data[0], data?.data.at(-1)]
  const turned = (place: 'after' | 'before', at: string) => {
    const target = new URLSearchParams(params)
    target.delete('after')
    target.delete('before')
    target.set(place, at)
    return { pathname, search: target.toString() }
  }
  const { after, before, ...filter } = state

  return (
    <>
      <PageHeader
        title="Audit logs"
        subtitle="What was done, by whom, and when"
        actions={
          !data?.manyPeople && <ExportButton list="audit_logs" filter={auditFilter(state)} />
        }
      />
      <AuditFilters
        state={state}
        choices={choices.data}
        onPerson={onPerson}
        onChange={(values) => change({ ...values, ...NEWEST })}
      />
      {query.isPending && <ListSkeleton columns={5} />}
      {query.isError && !data && (
        <ListFailed
          title={AUDIT_TOASTS.listFailed.text}
          retrying={query.isFetching}
          onRetry={() => query.refetch()}
        />
      )}
      {data && (
        <section aria-label="Audit logs" aria-busy={query.isPlaceholderData}>
          <p className={styles.count} role="status">
            {!data.manyPeople && count(data)}
          </p>
          {data.data.length === 0 ? (
            <NoRecords
              manyPeople={data.manyPeople}
              filtered={Object.values(filter).some((value) => value !== '')}
            />
          ) : (
            <AuditRows records={data.data} dimmed={query.isPlaceholderData} />
          )}
          <Turner
            label="audit logs"
            newer={data.newer && first ? turned('before', placeOf(first)) : null}
            older={data.older && last ? turned('after', placeOf(last)) : null}
          />
        </section>
      )}
    </>
  )
}

function count({ total, more }: AuditPage): string {
  if (total === 1 && !more) return '1 record'
  return `${more ? 'More than ' : ''}${total.toLocaleString('en-US')} records`
}
