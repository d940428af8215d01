import { assignableRoles, rolePlural } from '@rookies/data/access/roles'
import {
  MEMBER_SORTS,
  MEMBER_STATES,
  type MemberQuery,
  type MemberSort,
  type MemberState,
  NO_COURSE,
} from '@rookies/data/members/member-list'
import { QUIET_FILTERS } from '@rookies/data/members/quiet'
import { CourseFilter } from '../../app/course-filter'
import { useMay } from '../../app/may'
import { FilterBar } from '../../ui/filter-bar'
import { SearchField } from '../../ui/search-field'
import { SelectField } from '../../ui/select-field'
import { useMatchMedia } from '../../ui/use-match-media'
import { QUIET_LABELS } from './quiet-labels'

const STATE_LABELS: Record<MemberState, string> = {
  '': 'Any status',
  active: 'Active',
  disabled: 'Disabled',
}

const SORT_LABELS: Record<MemberSort, string> = {
  '': 'Newest first',
  oldest: 'Oldest first',
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
}

/** What is asked besides one course. */
const NOT_ONE = [
  { value: '', label: 'Any courses' },
  { value: NO_COURSE, label: 'No course' },
]

interface MemberFiltersProps {
  state: MemberQuery
  withCreators: boolean
  onSearch: (text: string) => void
  onChange: (values: Record<string, string>) => void
}

/** What narrows the list down, and its order. */
export function MemberFilters({ state, withCreators, onSearch, onChange }: MemberFiltersProps) {
  const mayReadAccess = useMay('entitlements', 'read', {})
  const mayAnalyse = useMay('analytics', 'read')
  // The list has column heads then, which order it too.
  const hasHeads = useMatchMedia('(min-width: 72rem)')
  return (
    <FilterBar
      search={<SearchField label="Search members..." value={state.search} onSearch={onSearch} />}
      active={[state.role, state.state, state.course, state.quiet].filter(Boolean).length}
    >
      <SelectField
        label="Role"
        value={state.role}
        options={[
          { value: '', label: 'All Roles' },
          ...assignableRoles(withCreators).map((value) => ({ value, label: rolePlural(value) })),
        ]}
        onChange={(role) => onChange({ role })}
      />
      <SelectField
        label="Account status"
        value={state.state}
        options={MEMBER_STATES.map((value) => ({ value, label: STATE_LABELS[value] }))}
        onChange={(value) => onChange({ state: value })}
      />
      {mayReadAccess && (
        <CourseFilter
          value={state.course}
          first={NOT_ONE}
          onChange={(course) => onChange({ course })}
        />
      )}
      {mayAnalyse && (
        <SelectField
          label="Gone quiet"
          value={state.quiet}
          options={QUIET_FILTERS.map((value) => ({ value, label: QUIET_LABELS[value] }))}
          onChange={(quiet) => onChange({ quiet })}
        />
      )}
      {!hasHeads && (
        <SelectField
          label="Order"
          value={state.sort}
          options={MEMBER_SORTS.map((value) => ({ value, label: SORT_LABELS[value] }))}
          onChange={(value) => onChange({ sort: value })}
        />
      )}
    </FilterBar>
  )
}
