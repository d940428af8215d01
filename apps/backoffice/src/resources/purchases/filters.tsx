import { PURCHASE_FILTERS, type PURCHASE_LIST } from '@rookies/data/purchases/purchase-list'
import { ChoiceFilter } from '../../kit/choice-filter'
import { FilterBar } from '../../kit/filter-bar'
import type { Table } from '../../kit/use-table'
import { DayFields } from '../../ui/day-fields'
import { SearchField } from '../../ui/search-field'
import { STATUS_LABELS } from './status-labels'

/** The filters of the purchases' list and of the figures above it. */
export function PurchaseFilters({ table }: { table: Table<typeof PURCHASE_LIST> }) {
  const { values, filterProps, searchProps, setValues, active } = table
  return (
    <FilterBar
      search={<SearchField label="Search purchases..." {...searchProps} />}
      active={active}
    >
      <ChoiceFilter
        label="Status"
        options={PURCHASE_FILTERS}
        words={(status) => STATUS_LABELS[status]}
        {...filterProps('status')}
      />
      <DayFields from={values.from} to={values.to} onChange={setValues} />
    </FilterBar>
  )
}
