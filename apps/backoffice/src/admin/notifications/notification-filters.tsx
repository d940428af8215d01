import {
  type Audience,
  NOTIFICATION_KINDS,
  type NotificationKind,
  type NotificationQuery,
} from '@rookies/data/notifications/list'
import { FilterBar } from '../../ui/filter-bar'
import { SearchField } from '../../ui/search-field'
import { SelectField } from '../../ui/select-field'
import { TYPE_LABELS } from './notification-words'

const TYPES: { value: NotificationKind | ''; label: string }[] = [
  { value: '', label: 'All types' },
  ...NOTIFICATION_KINDS.map((value) => ({ value, label: TYPE_LABELS[value] })),
]

const RECIPIENTS: { value: Audience | ''; label: string }[] = [
  { value: '', label: 'All recipients' },
  { value: 'global', label: 'All Members' },
  { value: 'specific', label: 'Specific Users' },
]

interface NotificationFiltersProps {
  state: NotificationQuery
  onSearch: (text: string) => void
  onChange: (values: Record<string, string>) => void
}

/** What narrows the list down. */
export function NotificationFilters({ state, onSearch, onChange }: NotificationFiltersProps) {
  return (
    <FilterBar>
      <SearchField label="Search notifications..." value={state.search} onSearch={onSearch} />
      <SelectField
        label="Type"
        value={state.type}
        options={TYPES}
        onChange={(type) => onChange({ type })}
      />
      <SelectField
        label="Recipients"
        value={state.audience}
        options={RECIPIENTS}
        onChange={(to) => onChange({ to })}
      />
    </FilterBar>
  )
}
