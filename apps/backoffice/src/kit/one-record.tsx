import { type HttpError, useNavigation, useOne } from '@refinedev/core'
import { isRowId } from '@rookies/data/records/row-id'
import { hasCode, NOT_FOUND } from '@rookies/data/refine/request-error'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import { toast } from '../app/notification-provider'
import { LinkButton } from '../ui/link-button'
import { ListFailed } from '../ui/list-failed'
import { PageHeader } from '../ui/page-header'
import { type PlainRecord, type RecordKind, titled } from './record-kind'

interface OneRecordProps<T extends PlainRecord> {
  kind: RecordKind<T>
  children: (record: T) => ReactNode
}

/** Loads the record that the address names, and covers loading, errors and a missing record. */
export function OneRecord<T extends PlainRecord>({ kind, children }: OneRecordProps<T>) {
  const { id = '' } = useParams()
  const { resource, select, texts } = kind
  const { listUrl } = useNavigation()
  const { query, result: record } = useOne<T, HttpError>({
    resource,
    id,
    meta: { select },
    queryOptions: { enabled: isRowId(id) },
    errorNotification: (error) =>
      hasCode(error, NOT_FOUND) ? false : toast(texts.loadFailed, 'error'),
  })
  if (record) return children(record)
  if (!isRowId(id) || hasCode(query.error, NOT_FOUND)) {
    return (
      <>
        <PageHeader title={texts.notFound.text} />
        <p>{`This ${texts.one} was deleted, or its address is wrong.`}</p>
        <LinkButton to={listUrl(resource)}>{`Back to ${titled(texts.many)}`}</LinkButton>
      </>
    )
  }
  return (
    <>
      <PageHeader title={titled(texts.one)} />
      {query.isError ? (
        <ListFailed
          title={texts.loadFailed.text}
          retrying={query.isFetching}
          onRetry={() => query.refetch()}
        />
      ) : (
        <div role="status">
          <VisuallyHidden>Loading...</VisuallyHidden>
          <Skeleton title={false} paragraph={{ rows: 6 }} />
        </div>
      )}
    </>
  )
}
