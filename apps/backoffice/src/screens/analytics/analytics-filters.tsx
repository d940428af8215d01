import {
  ANALYTICS_SORTS,
  type AnalyticsQuery,
  type AnalyticsSort,
} from '@rookies/data/members/member-analytics'
import { QUIET_FILTERS } from '@rookies/data/members/quiet'
import { CourseFilter } from '../../app/course-filter'
import { QUIET_LABELS } from '../../resources/members/quiet-labels'
import { FilterBar } from '../../ui/filter-bar'
import { SearchField } from '../../ui/search-field'
import { SelectField } from '../../ui/select-field'

const SORT_LABELS: Record<AnalyticsSort, string> = {
  '': 'Latest activity first',
  inactive: 'Longest inactive first',
  completed: 'Most lessons completed',
  '-completed': 'Fewest lessons completed',
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
}

interface AnalyticsFiltersProps {
  state: AnalyticsQuery
  onSearch: (text: string) => void
  onChange: (values: Record<string, string>) => void
}

/** What narrows the list of learners down, and its order. */
export function AnalyticsFilters({ state, onSearch, onChange }: AnalyticsFiltersProps) {
  return (
    <FilterBar
      search={<SearchField label="Search members..." value={state.search} onSearch={onSearch} />}
      active={[state.course, state.quiet].filter(Boolean).length}
    >
      <CourseFilter value={state.course} onChange={(course) => onChange({ course })} />
      <SelectField
        label="Gone quiet"
        value={state.quiet}
        options={QUIET_FILTERS.map((value) => ({ value, label: QUIET_LABELS[value] }))}
        onChange={(quiet) => onChange({ quiet })}
      />
      <SelectField
        label="Order"
        value={state.sort}
        options={ANALYTICS_SORTS.map((value) => ({ value, label: SORT_LABELS[value] }))}
        onChange={(sort) => onChange({ sort })}
      />
    </FilterBar>
  )
}
