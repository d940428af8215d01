import {
  ANALYTICS_SORTS,
  type AnalyticsQuery,
  type AnalyticsSort,
  QUIET_FILTERS,
  type QuietFilter,
} from '@rookies/data/members/member-analytics'
import { useRead } from '../app/use-read'
import { SearchField } from '../ui/search-field'
import { SelectField } from '../ui/select-field'
import styles from './member-filters.module.css'

const QUIET_LABELS: Record<QuietFilter, string> = {
  '': 'Active and quiet',
  '7': 'Quiet for 7 days',
  '14': 'Quiet for 14 days',
  '30': 'Quiet for 30 days',
  never: 'Never started',
}

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
  const titles = useRead('courses/titles')
  const courses = (titles.data ?? []).map(({ id, title }) => ({ value: id, label: title }))
  // The address may name a course before the titles are there, or one that is gone.
  const known = state.course === '' || courses.some(({ value }) => value === state.course)
  return (
    <div className={styles.filters}>
      <SearchField label="Search members..." value={state.search} onSearch={onSearch} />
      <div className={styles.selects}>
        <SelectField
          label="Course"
          value={state.course}
          options={[
            { value: '', label: 'All Courses' },
            ...courses,
            ...(known
              ? []
              : [{ value: state.course, label: titles.data ? 'Unknown course' : '…' }]),
          ]}
          onChange={(course) => onChange({ course })}
        />
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
      </div>
    </div>
  )
}
