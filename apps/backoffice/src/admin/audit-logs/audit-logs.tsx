import {
  auditChoicesQuery,
  auditFilter,
  auditListQuery,
  parseAuditParams,
  placeOf,
} from '@rookies/data/audit/audit-list'
import { AUDIT_TOASTS } from '@rookies/data/audit/messages'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useLocation } from 'react-router-dom'
import { useBackend } from '../../app/backend'
import { ExportButton } from '../../app/export/export-button'
import { useAddressState } from '../../app/use-address-state'
import { useFailureToast } from '../../app/use-failure-toast'
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
  const { client } = useBackend()
  const { pathname } = useLocation()
  const { params, change } = useAddressState()
  const state = parseAuditParams(params)
  const query = useQuery(auditListQuery(client, state))
  const choices = useQuery(auditChoicesQuery(client))
  useFailureToast(query, AUDIT_TOASTS.listFailed)

  const onPerson = useCallback(
    (person: string) => change({ person, ...NEWEST }, { replace: true }),
    [change],
  )
  const { data } = query
  const [first, last] = [data?.records[0], data?.records.at(-1)]
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
          {data.records.length === 0 ? (
            <NoRecords
              manyPeople={data.manyPeople}
              filtered={Object.values(filter).some((value) => value !== '')}
            />
          ) : (
            <AuditRows records={data.records} dimmed={query.isPlaceholderData} />
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

function count({ count, more }: { count: number; more: boolean }): string {
  if (count === 1 && !more) return '1 record'
  return `${more ? 'More than ' : ''}${count.toLocaleString('en-US')} records`
}
