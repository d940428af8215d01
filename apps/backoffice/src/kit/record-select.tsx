import { type BaseRecord, type CrudFilters, useList, useMany } from '@refinedev/core'
import type { Resource } from '@rookies/data/access/resources'
import { filtersOf, SEARCH_FIELD } from '@rookies/data/records/list-params'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { DescribedSelect } from '../ui/described-select'

/** The props that a form item gives its control. */
export interface RecordSelectControl {
  id?: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean
  value?: string | null
  onChange?: (value: string | null) => void
}

interface RecordSelectProps<T> extends RecordSelectControl {
  resource: Resource
  /** The plural of the resource: `cohorts`. */
  many: string
  labelOf: (record: T) => string
  /** The field of the record that is the value of the select; by default the id. */
  by?: keyof T & string
  /** Returns the filters that find a typed text; by default those of a search. */
  filters?: (typed: string) => CrudFilters
}

/** Number of options shown at once; typing finds the others. */
const OPTIONS = 20

/** Selects one record of another resource, which a person finds by typing. */
export function RecordSelect<T extends BaseRecord>(props: RecordSelectProps<T>) {
  const { resource, many, labelOf, by = 'id', filters = searchFor, value, onChange } = props
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<T>()
  const reads = { liveMode: 'off', errorNotification: false } as const
  // Refine's `useSelect` is not used, because it would add to the code that every screen loads first.
  const { query, result } = useList<T>({
    ...reads,
    resource,
    filters: filters(typed.trim()),
    pagination: { currentPage: 1, pageSize: OPTIONS },
    queryOptions: { placeholderData: keepPreviousData },
  })
  const isChosen = (record: T) => record[by] === value
  const listed = [...result.data, ...(chosen ? [chosen] : [])].find(isChosen)
  // Reads the record that a form begins with, if it is not among the first options.
  const { query: reading, result: first } = useMany<T>({
    ...reads,
    resource,
    ids: value ? [value] : [],
    queryOptions: { enabled: by === 'id' && Boolean(value) && query.isSuccess && !listed },
  })
  const record = listed ?? first.data.find(isChosen)
  const options = result.data.map((one) => ({ value: String(one[by]), label: labelOf(one) }))
  const isListed = options.some((option) => option.value === value)
  const unnamed = by !== 'id' ? value : reading.isSuccess || reading.isError ? 'Unknown' : '…'
  const own = value && !isListed ? [{ value, label: record ? labelOf(record) : unnamed }] : []
  return (
    <DescribedSelect<string>
      {...(props.id !== undefined && { id: props.id })}
      aria-describedby={props['aria-describedby']}
      aria-invalid={props['aria-invalid']}
      showSearch
      allowClear
      filterOption={false}
      // In antd's virtual lists, options lack the role `option`.
      virtual={false}
      placeholder={`Search ${many}...`}
      chosen={record && labelOf(record)}
      {...(value && { value })}
      options={typed.trim() === '' ? [...own, ...options] : options}
      notFoundContent={emptyText(many, query.isError, query.isFetching)}
      onSearch={setTyped}
      onChange={(next?: string) => {
        setChosen(result.data.find((one) => one[by] === next))
        onChange?.(next ?? null)
      }}
    />
  )
}

const searchFor = (typed: string) => filtersOf({ [SEARCH_FIELD]: typed })

function emptyText(many: string, failed: boolean, searching: boolean): string {
  if (failed) return `Failed to load ${many}. Type again to retry.`
  return searching ? 'Searching...' : `No ${many} found`
}
