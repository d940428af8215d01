import { INVITE_LIST, INVITE_STATES } from '@rookies/data/invites/invite-list'
import { sortNames } from '@rookies/data/lists/list-state'
import { ChoiceFilter } from '../../kit/choice-filter'
import { FilterBar } from '../../kit/filter-bar'
import type { Table } from '../../kit/use-table'
import { SearchField } from '../../ui/search-field'
import { SelectField } from '../../ui/select-field'

const STATE_LABELS = {
  ACTIVE: 'Active',
  REDEEMED: 'Redeemed',
  EXPIRED: 'Expired',
  CANCELLED: 'Cancelled',
}

const SORT_LABELS = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  ending: 'Expiring first',
  email: 'Email, A to Z',
  '-email': 'Email, Z to A',
}

/** The filters and the order of the invites' list. */
export function InviteFilters({ table }: { table: Table<typeof INVITE_LIST> }) {
  const { filterProps, searchProps, sortProps, active } = table
  return (
    <FilterBar search={<SearchField label="Search by email..." {...searchProps} />} active={active}>
      <ChoiceFilter
        label="Status"
        options={INVITE_STATES}
        words={(state) => STATE_LABELS[state]}
        {...filterProps('status')}
      />
      <SelectField
        label="Order"
        {...sortProps}
        options={sortNames(INVITE_LIST).map((value) => ({ value, label: SORT_LABELS[value] }))}
      />
    </FilterBar>
  )
}
