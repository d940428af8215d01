import {
  PURCHASE_FILTERS,
  type PurchaseFilter,
  type PurchaseQuery,
} from '@rookies/data/purchases/purchase-list'
import { DayFields } from '../../ui/day-fields'
import { FilterBar } from '../../ui/filter-bar'
import { SearchField } from '../../ui/search-field'
import { SelectField } from '../../ui/select-field'
import { STATUS_LABELS } from './status-labels'

const STATUSES: { value: PurchaseFilter | ''; label: string }[] = [
  { value: '', label: 'All' },
  ...PURCHASE_FILTERS.map((value) => ({ value, label: STATUS_LABELS[value] })),
]

interface PurchaseFiltersProps {
  state: PurchaseQuery
  onSearch: (text: string) => void
  onChange: (values: Record<string, string>) => void
}

/** What narrows the list, and the figures above it, down. */
export function PurchaseFilters({ state, onSearch, onChange }: PurchaseFiltersProps) {
  const { search, ...fields } = state
  return (
    <FilterBar
      search={<SearchField label="Search purchases..." value={search} onSearch={onSearch} />}
      active={Object.values(fields).filter(Boolean).length}
    >
      <SelectField
        label="Status"
        value={state.status}
        options={STATUSES}
        onChange={(status) => onChange({ status })}
      />
      <DayFields from={state.from} to={state.to} onChange={onChange} />
    </FilterBar>
  )
}
