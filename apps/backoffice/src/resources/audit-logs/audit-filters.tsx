import { actionLabel } from '@rookies/data/audit/action-label'
import { AUDIT_KINDS, type AuditChoices, type AuditQuery } from '@rookies/data/audit/audit-list'
import { CourseFilter } from '../../app/course-filter'
import { DayFields } from '../../ui/day-fields'
import { FilterBar } from '../../ui/filter-bar'
import { SearchField } from '../../ui/search-field'
import { SelectField } from '../../ui/select-field'

/** Target types that the filter always offers; whatever else is in use stands behind them. */
const TARGETS = ['course', 'user', 'module', 'lesson']

interface AuditFiltersProps {
  state: AuditQuery
  /** Undefined while they are on their way. */
  choices: AuditChoices | undefined
  onPerson: (text: string) => void
  onChange: (values: Record<string, string>) => void
}

/** What narrows the record down. */
export function AuditFilters({ state, choices, onPerson, onChange }: AuditFiltersProps) {
  const { person, action, target, course, from, to } = state
  return (
    <FilterBar
      search={<SearchField label="User ID, name or email..." value={person} onSearch={onPerson} />}
      active={[action, target, course, from, to].filter(Boolean).length}
    >
      <SelectField
        label="Action"
        value={action}
        options={actions(choices?.actions ?? [], action)}
        onChange={(chosen) => onChange({ action: chosen })}
      />
      <SelectField
        label="Target type"
        value={target}
        options={targets(choices?.targets ?? [], target)}
        onChange={(chosen) => onChange({ target: chosen })}
      />
      <CourseFilter value={course} onChange={(id) => onChange({ course: id })} />
      <DayFields from={from} to={to} onChange={onChange} />
    </FilterBar>
  )
}

function actions(inUse: readonly string[], chosen: string) {
  const kinds: readonly string[] = AUDIT_KINDS
  const single = withChosen(inUse, kinds.includes(chosen) ? '' : chosen)
  return [
    { value: '', label: 'All actions' },
    ...kinds.map((value) => ({ value, label: value })),
    ...single.map((value) => ({ value, label: actionLabel(value), group: 'Exactly' })),
  ]
}

function targets(inUse: readonly string[], chosen: string) {
  const others = withChosen(inUse, chosen).filter((target) => !TARGETS.includes(target))
  return [
    { value: '', label: 'All targets' },
    ...TARGETS.map((value) => ({ value, label: value })),
    ...others.map((value) => ({ value, label: value.replaceAll('_', ' '), group: 'Others' })),
  ]
}

/** What the address asks for can be chosen, also before the others are here. */
function withChosen(inUse: readonly string[], chosen: string): string[] {
  return chosen === '' || inUse.includes(chosen) ? [...inUse] : [...inUse, chosen]
}
