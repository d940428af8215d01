import type { NOTIFICATION_LIST } from '@rookies/data/notifications/notification-list'
import { NOTICE_TYPES } from '@rookies/data/notifications/notification-list'
import { KINDS } from '@rookies/ui/bell/kinds'
import { FilterBar } from '../../kit/filter-bar'
import type { Table } from '../../kit/use-table'
import { SearchField } from '../../ui/search-field'
import { SelectField } from '../../ui/select-field'

/** The filters of the notifications' list. */
export function NotificationFilters({ table }: { table: Table<typeof NOTIFICATION_LIST> }) {
  const { filterProps, searchProps, active } = table
  return (
    <FilterBar
      search={<SearchField label="Search notifications..." {...searchProps} />}
      active={active}
    >
      <SelectField
        label="Type"
        {...filterProps('type')}
        options={[
          { value: '', label: 'Any type' },
          ...NOTICE_TYPES.map((value) => ({ value, label: KINDS[value].name })),
        ]}
      />
      <SelectField
        label="Recipients"
        {...filterProps('to')}
        options={[
          { value: '', label: 'Any recipient' },
          { value: 'global', label: 'All Members' },
          { value: 'specific', label: 'Specific Users' },
        ]}
      />
    </FilterBar>
  )
}
