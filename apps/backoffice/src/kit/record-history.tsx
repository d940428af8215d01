import { type BaseKey, useLogList } from '@refinedev/core'
import type { Resource } from '@rookies/data/access/resources'
import { type AuditNames, idsIn } from '@rookies/data/audit/audit-names'
import { changeLabel } from '@rookies/data/audit/change-label'
import { fieldLabel } from '@rookies/data/audit/field-label'
import { changesBelowLabel, toldChange } from '@rookies/data/audit/told-changes'
import { HISTORY_SIZE, type HistoryRecord } from '@rookies/data/refine/audit-log'
import type { RequestError } from '@rookies/data/refine/request-error'
import { formatCount, formatList } from '@rookies/data/wording'
import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { Button, Flex, Timeline } from 'antd'
import { History } from 'lucide-react'
import { useState } from 'react'
import { useRead } from '../app/use-read'
import cells from '../ui/cells.module.css'
import { ChangesLater } from '../ui/changes-later'
import { ListFailed } from '../ui/list-failed'
import { Waiting } from '../ui/waiting'
import { Moment } from './cells'

interface RecordHistoryProps {
  resource: Resource
  id: string
}

/** The audit records of one record, newest first (rules/records#audit). */
export function RecordHistory({ resource, id }: RecordHistoryProps) {
  const [before, setBefore] = useState<BaseKey | null>(null)
  const { data, isError, isFetching, refetch } = useLogList<HistoryRecord[], RequestError>({
    resource,
    meta: { id, ...(before !== null && { before }) },
    // The history is read again each time it is shown, so that it has the latest save.
    queryOptions: { staleTime: 0 },
  })
  const ids = idsIn((data ?? []).flatMap((one) => [one.previousData, one.data, one.subjects]))
  // The history is shown without the names until they are read, and also if they cannot be read.
  const named = useRead('audit_logs/names', {
    input: { ids },
    enabled: ids.length > 0,
    keepsPrevious: true,
  })
  const names = named.data ?? {}
  if (!data && isError) {
    return <ListFailed title="Failed to load history" read={{ isFetching, refetch }} />
  }
  if (!data) return <Waiting rows={8} />
  if (data.length === 0 && before === null) {
    return <EmptyState icon={<History />} level={2} title="No changes recorded" />
  }
  const last = data.length === HISTORY_SIZE ? data.at(-1) : undefined
  return (
    <section aria-label="History">
      <Timeline
        items={data.map((record) => ({
          key: record.id,
          children: <Change record={record} names={names} />,
        }))}
      />
      {(before !== null || last) && (
        <Flex justify="center" gap="small">
          <Button disabled={before === null} onClick={() => setBefore(null)}>
            Newest
          </Button>
          <Button disabled={!last} onClick={() => last && setBefore(last.oldest)}>
            Older
          </Button>
        </Flex>
      )}
    </section>
  )
}

function Change({ record, names }: { record: HistoryRecord; names: AuditNames }) {
  const { name, author, createdAt, data, previousData, records, subjects } = record
  const changes =
    records > 1
      ? []
      : changesBelowLabel(name, { before: previousData, after: data }, subjects).map((change) =>
          toldChange(change, names),
        )
  const whom = subjects.map((id) => names[id]).filter((known) => known !== undefined)
  const others = records - whom.length
  return (
    <>
      <Flex wrap justify="space-between" gap="small">
        <span>
          <span className={cells.name}>{changeLabel(name, previousData, data)}</span>
          {whom.length > 0 &&
            `: ${formatList([...whom, ...(others > 0 ? [formatCount(others, 'other')] : [])])}`}{' '}
          {author && <span className={cells.fact}>{`by ${author.name}`}</span>}
        </span>
        <span className={cells.fact}>
          <Moment of={createdAt} />
        </span>
      </Flex>
      {changes.length > 0 && (
        <ChangesLater changes={changes.map((one) => ({ ...one, field: fieldLabel(one.field) }))} />
      )}
    </>
  )
}
