import { CATALOGUE_STATUSES, type COURSE_LIST } from '@rookies/data/course-editing/course-list'
import { Segmented } from 'antd'
import { FilterBar } from '../../kit/filter-bar'
import type { Table } from '../../kit/use-table'
import { SearchField } from '../../ui/search-field'

const LABELS = { PUBLISHED: 'Published', DRAFT: 'Draft' }

/** The filters of the catalogue. */
export function CourseFilters({ table }: { table: Table<typeof COURSE_LIST> }) {
  const { filterProps, searchProps, active } = table
  return (
    <FilterBar search={<SearchField label="Search courses..." {...searchProps} />} active={active}>
      <Segmented
        aria-label="Status"
        name="status"
        {...filterProps('status')}
        options={[
          { value: '', label: 'All Courses' },
          ...CATALOGUE_STATUSES.map((value) => ({ value, label: LABELS[value] })),
        ]}
      />
    </FilterBar>
  )
}
