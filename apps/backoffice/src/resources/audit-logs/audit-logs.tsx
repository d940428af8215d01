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
import { formatNumber } from '@rookies/data/wording'
import { keepPreviousData } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { ExportButton } from '../../app/export/export-button'
import { toast } from '../../app/notification-provider'
import { useAddressState } from '../../app/use-address-state'
import { useRead } from '../../app/use-read'
import { PageHeader } from '../../ui/page-header'
import { ReadList } from '../../ui/read-list'
import { Turner } from '../../ui/turner'
import { auditColumns } from './audit-columns'
import { AuditFilters } from './audit-filters'
import { NoRecords } from './no-records'
import { RecordDialog } from './record-dialog'

/** Where a page of the list begins; another filter begins at the newest. */
const NEWEST = { after: null, before: null }

/** `/admin/audit-logs`: what was done, by whom, to what. The address holds the state. */
export function AuditLogs() {
  const { params, change, addressWith } = useAddressState()
  const state = parseAuditParams(params)
  const { query } = useList<AuditRecord>({
    resource: 'audit_logs',
    pagination: { pageSize: AUDIT_PAGE_SIZE },
    filters: auditFilters(state),
    queryOptions: { placeholderData: keepPreviousData },
    errorNotification: toast(AUDIT_TOASTS.listFailed, 'error'),
  })
  const choices = useRead('audit_logs/choices')
  const [opened, setOpened] = useState<AuditRecord | null>(null)
  const columns = useMemo(() => auditColumns(setOpened), [])

  const onPerson = useCallback(
    (person: string) => change({ person, ...NEWEST }, { replace: true }),
    [change],
  )
  const data = query.data as AuditPage | undefined
  const [first, last] = [data?.data[0], data?.data.at(-1)]
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
      <ReadList
        list="audit_logs"
        label="Audit logs"
        columns={columns}
        read={{ ...query, data: data?.data }}
        failed={AUDIT_TOASTS.listFailed.text}
        count={data && !data.manyPeople ? count(data) : ''}
        onOpen={setOpened}
        empty={
          <NoRecords
            manyPeople={data?.manyPeople ?? false}
            filtered={Object.values(filter).some((value) => value !== '')}
          />
        }
      >
        <Turner
          label="audit logs"
          newer={data?.newer && first ? addressWith({ ...NEWEST, before: placeOf(first) }) : null}
          older={data?.older && last ? addressWith({ ...NEWEST, after: placeOf(last) }) : null}
        />
      </ReadList>
      {opened && <RecordDialog record={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

function count({ total, more }: AuditPage): string {
  if (total === 1 && !more) return '1 record'
  return `${more ? 'More than ' : ''}${formatNumber(total)} records`
}
