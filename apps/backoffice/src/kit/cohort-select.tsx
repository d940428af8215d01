import { useList } from '@refinedev/core'
import { cohortDays } from '@rookies/data/cohorts/cohort-days'
import { COHORT_LIST, type Cohort } from '@rookies/data/cohorts/cohort-list'
import { COHORT_RECORD_MESSAGES } from '@rookies/data/cohorts/cohort-messages'
import { listFilters } from '@rookies/data/lists/list-state'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { DescribedSelect } from '../ui/described-select'

interface CohortSelectProps {
  /** Given by the form item. */
  id?: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean
  /** The field of the cohort that becomes the value. */
  by?: 'id' | 'slug'
  value?: string | null
  onChange?: (value: string | null) => void
}

/** Number of options shown at once; typing finds the others. */
const OPTIONS = 20

/** Chooses one of the cohorts that the reader may see, none of them archived. */
export function CohortSelect({ by = 'id', value, onChange, ...control }: CohortSelectProps) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<Cohort | null>(null)
  // Refine's `useSelect` would add to what every screen loads first, because `@refinedev/core` is one module.
  const { query, result } = useList<Cohort>({
    resource: 'cohorts',
    filters: listFilters(COHORT_LIST, { q: typed.trim() }),
    pagination: { currentPage: 1, pageSize: OPTIONS },
    queryOptions: { placeholderData: keepPreviousData },
    // Options must not move while a person is about to choose one.
    liveMode: 'off',
    errorNotification: false,
  })
  return (
    <DescribedSelect<string>
      {...control}
      showSearch
      allowClear
      filterOption={false}
      // Options in antd's virtual lists lack the role `option`.
      virtual={false}
      placeholder="Search cohorts..."
      chosen={chosen?.title}
      {...(value && { value })}
      options={result.data.map((cohort) => ({
        value: cohort[by],
        label: `${cohort.title}, ${cohortDays(cohort)}`,
      }))}
      notFoundContent={emptyText(query.isError, query.isFetching)}
      onSearch={setTyped}
      onChange={(next?: string) => {
        setChosen(result.data.find((cohort) => cohort[by] === next) ?? null)
        onChange?.(next ?? null)
      }}
    />
  )
}

function emptyText(failed: boolean, searching: boolean): string {
  if (failed) return `${COHORT_RECORD_MESSAGES.listFailed.text}. Type again to retry.`
  return searching ? 'Searching...' : 'No cohorts found'
}
