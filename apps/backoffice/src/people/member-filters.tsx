import { assignableRoles, rolePlural } from '@rookies/data/access/roles'
import {
  MEMBER_SORTS,
  MEMBER_STATES,
  type MemberQuery,
  type MemberSort,
  type MemberState,
} from '@rookies/data/members/member-list'
import { SearchField } from '../ui/search-field'
import { SelectField } from '../ui/select-field'
import styles from './member-filters.module.css'

const STATE_LABELS: Record<MemberState, string> = {
  '': 'Active and disabled',
  active: 'Active',
  disabled: 'Disabled',
}

const SORT_LABELS: Record<MemberSort, string> = {
  '': 'Newest first',
  oldest: 'Oldest first',
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
}

interface MemberFiltersProps {
  state: MemberQuery
  withCreators: boolean
  onSearch: (text: string) => void
  onChange: (values: Record<string, string>) => void
}

/** What narrows the list down, and its order. */
export function MemberFilters({ state, withCreators, onSearch, onChange }: MemberFiltersProps) {
  return (
    <div className={styles.filters}>
      <SearchField label="Search members..." value={state.search} onSearch={onSearch} />
      <div className={styles.selects}>
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
        <SelectField
          label="Order"
          value={state.sort}
          options={MEMBER_SORTS.map((value) => ({ value, label: SORT_LABELS[value] }))}
          onChange={(value) => onChange({ sort: value })}
        />
      </div>
    </div>
  )
}
