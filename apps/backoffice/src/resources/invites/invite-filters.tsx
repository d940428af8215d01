import {
  INVITE_SORTS,
  INVITE_STATES,
  type InviteQuery,
  type InviteSort,
  type InviteState,
} from '@rookies/data/invites/invite-list'
import { FilterBar } from '../../ui/filter-bar'
import { SearchField } from '../../ui/search-field'
import { SelectField } from '../../ui/select-field'

const STATE_LABELS: Record<InviteState | '', string> = {
  '': 'All statuses',
  ACTIVE: 'Active',
  REDEEMED: 'Redeemed',
  EXPIRED: 'Expired',
  CANCELLED: 'Cancelled',
}

const SORT_LABELS: Record<InviteSort, string> = {
  '': 'Newest first',
  oldest: 'Oldest first',
  ending: 'Expiring first',
  email: 'Email, A to Z',
  '-email': 'Email, Z to A',
}

interface InviteFiltersProps {
  state: InviteQuery
  onSearch: (text: string) => void
  onChange: (values: Record<string, string>) => void
}

/** What narrows the invites down, and their order. */
export function InviteFilters({ state, onSearch, onChange }: InviteFiltersProps) {
  return (
    <FilterBar
      search={<SearchField label="Search by email..." value={state.search} onSearch={onSearch} />}
      active={state.state ? 1 : 0}
    >
      <SelectField
        label="Status"
        value={state.state}
        options={(['', ...INVITE_STATES] as const).map((value) => ({
          value,
          label: STATE_LABELS[value],
        }))}
        onChange={(status) => onChange({ status })}
      />
      <SelectField
        label="Order"
        value={state.sort}
        options={INVITE_SORTS.map((value) => ({ value, label: SORT_LABELS[value] }))}
        onChange={(sort) => onChange({ sort })}
      />
    </FilterBar>
  )
}
