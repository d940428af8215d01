import { type BaseKey, useLogList } from '@refinedev/core'
import type { Resource } from '@rookies/data/access/resources'
import { fieldChanges } from '@rookies/data/audit/audit-record'
import { changeLabel } from '@rookies/data/audit/change-label'
import { fieldLabel } from '@rookies/data/audit/field-label'
import { HISTORY_SIZE, type HistoryRecord } from '@rookies/data/refine/audit-log'
import type { RequestError } from '@rookies/data/refine/request-error'
import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { Button, Flex, Timeline } from 'antd'
import { History } from 'lucide-react'
import { useState } from 'react'
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
    // The latest save has to be in the list.
    queryOptions: { staleTime: 0 },
  })
  if (!data && isError) {
    return (
      <ListFailed
        title="Failed to load history"
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!data) return <Waiting rows={8} />
  if (data.length === 0 && before === null) {
    return <EmptyState icon={<History />} level={2} title="No changes recorded" />
  }
  const last = data.length === HISTORY_SIZE ? data.at(-1) : undefined
  return (
    <section aria-label="History">
      <Timeline
        items={data.map((record) => ({ key: record.id, children: <Change record={record} /> }))}
      />
      {(before !== null || last) && (
        <Flex justify="center" gap="small">
          <Button disabled={before === null} onClick={() => setBefore(null)}>
            Newest
          </Button>
          <Button disabled={!last} onClick={() => last && setBefore(last.id)}>
            Older
          </Button>
        </Flex>
      )}
    </section>
  )
}

function Change({ record }: { record: HistoryRecord }) {
  const { name, author, createdAt, data, previousData } = record
  const { changes } = fieldChanges(previousData, data)
  return (
    <>
      <Flex wrap justify="space-between" gap="small">
        <span>
          <span className={cells.name}>{changeLabel(name, previousData, data)}</span>{' '}
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
