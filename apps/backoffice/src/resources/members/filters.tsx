import { assignableRoles, rolePlural } from '@rookies/data/access/roles'
import { sortNames } from '@rookies/data/lists/list-state'
import { MEMBER_LIST, MEMBER_STATES, NO_COURSE } from '@rookies/data/members/member-list'
import { useMatchMedia } from '@rookies/ui/media/use-match-media'
import { useMay } from '../../app/may'
import { ChoiceFilter } from '../../kit/choice-filter'
import { CourseSelect } from '../../kit/course-select'
import { FilterBar } from '../../kit/filter-bar'
import type { Table } from '../../kit/use-table'
import { INACTIVE_OPTIONS } from '../../people/inactive-options'
import { SearchField } from '../../ui/search-field'
import { SelectField } from '../../ui/select-field'

const STATE_LABELS = { active: 'Active', disabled: 'Disabled', staff: 'Active staff' }

const SORT_LABELS = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
}

/** The options of the course filter that stand for more than one course. */
const GROUP_OPTIONS = [
  { value: '', label: 'Any course' },
  { value: NO_COURSE, label: 'No course' },
]

interface MemberFiltersProps {
  table: Table<typeof MEMBER_LIST>
  withCreators: boolean
}

/** The filters and the order of the members' list. */
export function MemberFilters({ table, withCreators }: MemberFiltersProps) {
  const { filterProps, searchProps, sortProps, active } = table
  // Checks the right to create entitlements, because everybody may read their own.
  const mayManageAccess = useMay('entitlements', 'create')
  const mayAnalyse = useMay('analytics', 'read')
  // A wide window has column heads, which also sort the list.
  const hasHeads = useMatchMedia('(min-width: 72rem)')
  return (
    <FilterBar search={<SearchField label="Search members..." {...searchProps} />} active={active}>
      <ChoiceFilter
        label="Role"
        any="All Roles"
        options={assignableRoles(withCreators)}
        words={rolePlural}
        {...filterProps('role')}
      />
      <ChoiceFilter
        label="Account status"
        any="Any status"
        options={MEMBER_STATES}
        words={(state) => STATE_LABELS[state]}
        {...filterProps('state')}
      />
      {mayManageAccess && <CourseSelect {...filterProps('course')} first={GROUP_OPTIONS} />}
      {mayAnalyse && (
        <SelectField label="Activity" {...filterProps('quiet')} options={INACTIVE_OPTIONS} />
      )}
      {!hasHeads && (
        <SelectField
          label="Order"
          {...sortProps}
          options={sortNames(MEMBER_LIST).map((value) => ({ value, label: SORT_LABELS[value] }))}
        />
      )}
    </FilterBar>
  )
}
