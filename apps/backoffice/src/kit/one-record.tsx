import { type HttpError, useNavigation, useOne, useResourceParams } from '@refinedev/core'
import { isRowId } from '@rookies/data/records/row-id'
import { hasCode, NOT_FOUND } from '@rookies/data/refine/request-error'
import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { SearchX } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import { toast } from '../app/notification-provider'
import { LinkButton } from '../ui/link-button'
import { ListFailed } from '../ui/list-failed'
import { PageHeader } from '../ui/page-header'
import { Waiting } from '../ui/waiting'
import { type RecordKind, titled } from './record-kind'

interface OneRecordProps<T extends { id: string }> {
  kind: RecordKind<T>
  children: (record: T) => ReactNode
}

const MISSING = { icon: SearchX, sentence: 'It was deleted, or its address is wrong.' }

/**
 * Reads the record whose id is in the address, and shows loading, errors and a missing record. For another id,
 * `children` is mounted again, so that its state belongs to one record.
 */
export function OneRecord<T extends { id: string }>({ kind, children }: OneRecordProps<T>) {
  const { id = '' } = useParams()
  const { resource, select, texts, missing = MISSING } = kind
  // The link Back leads to the list of the open panel, because a resource can have a list in each panel.
  const { resource: shown } = useResourceParams()
  const { listUrl } = useNavigation()
  const { query, result: record } = useOne<T, HttpError>({
    resource,
    id,
    ...(select !== undefined && { meta: { select } }),
    queryOptions: { enabled: isRowId(id) },
    errorNotification: (error) =>
      hasCode(error, NOT_FOUND) ? false : toast(texts.loadFailed, 'error'),
  })
  if (!isRowId(id) || hasCode(query.error, NOT_FOUND)) {
    return (
      <>
        <PageHeader title={texts.notFound.text} />
        <EmptyState
          icon={<missing.icon />}
          title={`There is no such ${texts.one}`}
          actions={
            <LinkButton
              to={listUrl(shown ?? resource)}
            >{`Back to ${titled(texts.many)}`}</LinkButton>
          }
        >
          <p>{missing.sentence}</p>
        </EmptyState>
      </>
    )
  }
  if (record) return <Fragment key={id}>{children(record)}</Fragment>
  return (
    <>
      <PageHeader title={titled(texts.one)} />
      {query.isError ? (
        <ListFailed title={texts.loadFailed.text} read={query} />
      ) : (
        <Waiting rows={8} />
      )}
    </>
  )
}
