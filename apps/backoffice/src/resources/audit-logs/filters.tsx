import { actionLabel } from '@rookies/data/audit/action-label'
import { AUDIT_KINDS, type AUDIT_LIST, type AuditChoices } from '@rookies/data/audit/audit-list'
import { CourseSelect } from '../../kit/course-select'
import { FilterBar } from '../../kit/filter-bar'
import type { Table } from '../../kit/use-table'
import { DayFields } from '../../ui/day-fields'
import { SearchField } from '../../ui/search-field'
import { SelectField } from '../../ui/select-field'

/** Target types that the filter always offers, before those that occur in records. */
const TARGETS = ['course', 'user', 'module', 'lesson']

interface AuditFiltersProps {
  table: Table<typeof AUDIT_LIST>
  /** Undefined while loading. */
  choices: AuditChoices | undefined
}

/** The filters of the audit log. */
export function AuditFilters({ table, choices }: AuditFiltersProps) {
  const { values, filterProps, searchProps, setValues, active } = table
  return (
    <FilterBar
      search={<SearchField label="User ID, name or email..." {...searchProps} />}
      active={active}
    >
      <SelectField
        label="Action"
        {...filterProps('action')}
        options={actions(choices?.actions ?? [], values.action)}
      />
      <SelectField
        label="Target type"
        {...filterProps('target')}
        options={targets(choices?.targets ?? [], values.target)}
      />
      <CourseSelect {...filterProps('course')} />
      <DayFields from={values.from} to={values.to} onChange={setValues} />
    </FilterBar>
  )
}

function actions(inUse: readonly string[], chosen: string) {
  const kinds: readonly string[] = AUDIT_KINDS
  const single = withChosen(inUse, kinds.includes(chosen) ? '' : chosen)
  return [
    { value: '', label: 'Any action' },
    ...kinds.map((value) => ({ value, label: value })),
    ...single.map((value) => ({ value, label: actionLabel(value), group: 'Exactly' })),
  ]
}

function targets(inUse: readonly string[], chosen: string) {
  const others = withChosen(inUse, chosen).filter((target) => !TARGETS.includes(target))
  return [
    { value: '', label: 'Any target' },
    ...TARGETS.map((value) => ({ value, label: value })),
    ...others.map((value) => ({ value, label: value.replaceAll('_', ' '), group: 'Others' })),
  ]
}

/** Adds the value from the address to the options, so that it is shown before they have loaded. */
function withChosen(inUse: readonly string[], chosen: string): string[] {
  return chosen === '' || inUse.includes(chosen) ? [...inUse] : [...inUse, chosen]
}
