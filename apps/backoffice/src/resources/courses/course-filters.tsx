import { CATALOGUE_STATUSES, type CatalogueStatus } from '@rookies/data/course-editing/course-list'
import { Segmented } from 'antd'
import { FilterBar } from '../../ui/filter-bar'
import { SearchField } from '../../ui/search-field'

const LABELS: Record<CatalogueStatus, string> = {
  '': 'All Courses',
  PUBLISHED: 'Published',
  DRAFT: 'Draft',
}

interface CourseFiltersProps {
  search: string
  status: CatalogueStatus
  onSearch: (text: string) => void
  onStatus: (status: CatalogueStatus) => void
}

/** What narrows the catalogue down. */
export function CourseFilters({ search, status, onSearch, onStatus }: CourseFiltersProps) {
  return (
    <FilterBar
      search={<SearchField label="Search courses..." value={search} onSearch={onSearch} />}
      active={status ? 1 : 0}
    >
      <Segmented
        aria-label="Status"
        name="status"
        value={status}
        onChange={onStatus}
        options={CATALOGUE_STATUSES.map((value) => ({ value, label: LABELS[value] }))}
      />
    </FilterBar>
  )
}
