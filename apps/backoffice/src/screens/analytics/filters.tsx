import { sortNames } from '@rookies/data/lists/list-state'
import { ANALYTICS_LIST } from '@rookies/data/members/member-analytics'
import { CourseSelect } from '../../kit/course-select'
import { FilterBar } from '../../kit/filter-bar'
import type { Table } from '../../kit/use-table'
import { INACTIVE_OPTIONS } from '../../people/inactive-options'
import { SearchField } from '../../ui/search-field'
import { SelectField } from '../../ui/select-field'

const SORT_LABELS = {
  active: 'Latest activity first',
  inactive: 'Longest inactive first',
  completed: 'Most lessons completed',
  '-completed': 'Fewest lessons completed',
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
}

/** The filters and the order of the progress list. */
export function AnalyticsFilters({ table }: { table: Table<typeof ANALYTICS_LIST> }) {
  const { filterProps, searchProps, sortProps, active } = table
  return (
    <FilterBar search={<SearchField label="Search members..." {...searchProps} />} active={active}>
      <CourseSelect {...filterProps('course')} />
      <SelectField label="Activity" {...filterProps('quiet')} options={INACTIVE_OPTIONS} />
      <SelectField
        label="Order"
        {...sortProps}
        options={sortNames(ANALYTICS_LIST).map((value) => ({ value, label: SORT_LABELS[value] }))}
      />
    </FilterBar>
  )
}
