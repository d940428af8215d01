import { type CrudSort, useList, useNavigation } from '@refinedev/core'
import type { ExportList } from '@rookies/data/exports/export-lists'
import { filtersOf, SEARCH_FIELD } from '@rookies/data/records/list-params'
import { formatCount } from '@rookies/data/wording'
import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { keepPreviousData } from '@tanstack/react-query'
import { Plus, SearchX } from 'lucide-react'
import { useCallback } from 'react'
import { Navigate, useNavigate } from 'react-router-dom'
import { useExportItem } from '../app/export/use-export-item'
import { useMay } from '../app/may'
import { toast } from '../app/notification-provider'
import { useAddressState } from '../app/use-address-state'
import cells from '../ui/cells.module.css'
import { LinkButton } from '../ui/link-button'
import { ListFailed } from '../ui/list-failed'
import { PageHeader } from '../ui/page-header'
import { Pager } from '../ui/pager'
import { type RecordColumn, RecordTable } from '../ui/record-table'
import { SearchField } from '../ui/search-field'
import { type PlainRecord, type RecordKind, titled } from './record-kind'
import styles from './record-list.module.css'

const PAGE_SIZE = 50

interface RecordListProps<T extends PlainRecord> {
  kind: RecordKind<T>
  title: string
  columns: readonly RecordColumn<T>[]
  /** What a search looks into, in words. */
  searchedBy: string
  /** What the database calls its export. */
  exported: ExportList
}

/** All records of a resource: searched, in the order of a column, page by page, as the address says. */
export function RecordList<T extends PlainRecord>(props: RecordListProps<T>) {
  const { kind, title, columns, searchedBy, exported } = props
  const { resource, select, texts } = kind
  const navigate = useNavigate()
  const { createUrl, showUrl } = useNavigation()
  const mayCreate = useMay(resource, 'create')
  const { params, page, change, pageAddress } = useAddressState()
  const search = params.get('q')?.trim() ?? ''
  const order = params.get('order') ?? ''
  const { query } = useList<T>({
    resource,
    pagination: { currentPage: page, pageSize: PAGE_SIZE },
    filters: filtersOf({ [SEARCH_FIELD]: search }),
    sorters: sortersOf(order, columns),
    meta: { select },
    queryOptions: { placeholderData: keepPreviousData },
    errorNotification: toast(texts.listFailed, 'error'),
  })

  const exporting = useExportItem({ list: exported, filter: { search } })
  const onSearch = useCallback(
    (text: string) => change({ q: text, page: null }, { replace: true }),
    [change],
  )
  const data = query.data
  const total = data?.total ?? 0
  const lastPage = Math.max(1, Math.ceil(total / PAGE_SIZE))
  // The list has become shorter than the address remembers.
  if (page > lastPage && query.isSuccess && !query.isPlaceholderData) {
    return <Navigate to={pageAddress(1)} replace />
  }
  const createButton = mayCreate && (
    <LinkButton type="primary" to={createUrl(resource)} icon={<Plus aria-hidden="true" />}>
      {`Create ${titled(texts.one)}`}
    </LinkButton>
  )
  return (
    <>
      <PageHeader
        title={title}
        actions={createButton}
        running={exporting.running}
        more={exporting.items}
      />
      <div className={styles.search}>
        <SearchField label={`Search ${texts.many}...`} value={search} onSearch={onSearch} />
      </div>
      {query.isPending && (
        <RecordTable list={resource} label={title} columns={columns} records={undefined} />
      )}
      {query.isError && !data && (
        <ListFailed
          title={texts.listFailed.text}
          retrying={query.isFetching}
          onRetry={() => query.refetch()}
        />
      )}
      {data && (
        <section aria-label={title} aria-busy={query.isPlaceholderData}>
          <p className={cells.count} role="status">
            {formatCount(total, texts.one, texts.many)}
          </p>
          {data.data.length === 0 ? (
            <EmptyState
              icon={<SearchX />}
              title={search ? `No ${texts.many} found` : `No ${texts.many} yet`}
              actions={!search && createButton}
            >
              <p>
                {search
                  ? `Try another word. A search looks into ${searchedBy}.`
                  : 'They appear here once the first one is made.'}
              </p>
            </EmptyState>
          ) : (
            <RecordTable
              list={resource}
              label={title}
              columns={columns}
              records={data.data}
              dimmed={query.isPlaceholderData}
              onOpen={({ id }) => navigate(showUrl(resource, id))}
              order={order}
              onOrder={(chosen) => change({ order: chosen, page: null })}
            />
          )}
          <Pager label={texts.many} page={page} pages={lastPage} to={pageAddress} />
        </section>
      )}
    </>
  )
}

/** The two orders by a column of the table, for a column of the list. */
export const orderedBy = (column: string) => ({
  ascend: `${column}.asc`,
  descend: `${column}.desc`,
})

/** In: an order as the address has it. Out: Refine's sorters, the newest first where it names none of ours. */
function sortersOf<T>(order: string, columns: readonly RecordColumn<T>[]): CrudSort[] {
  const known = columns.some(({ sort }) => Object.values(sort ?? {}).includes(order))
  const [field = '', direction] = order.split('.')
  // Rows that are alike in that keep their place from page to page.
  const last: CrudSort = { field: 'id', order: 'desc' }
  if (!known) return [{ field: 'created_at', order: 'desc' }, last]
  return [{ field, order: direction === 'desc' ? 'desc' : 'asc' }, last]
}
