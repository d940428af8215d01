import { NOTICE_TYPES, type NoticeType } from '@rookies/data/notifications/notice'
import type { Audience, NotificationQuery } from '@rookies/data/notifications/notification-list'
import { KINDS } from '@rookies/ui/bell/kinds'
import { FilterBar } from '../../ui/filter-bar'
import { SearchField } from '../../ui/search-field'
import { SelectField } from '../../ui/select-field'

const TYPES: { value: NoticeType | ''; label: string }[] = [
  { value: '', label: 'All types' },
  ...NOTICE_TYPES.map((value) => ({ value, label: KINDS[value].name })),
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
    <FilterBar
      search={
        <SearchField label="Search notifications..." value={state.search} onSearch={onSearch} />
      }
      active={[state.type, state.audience].filter(Boolean).length}
    >
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
