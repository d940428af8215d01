import { CATALOGUE_STATUSES, type CatalogueStatus } from '@rookies/data/course-editing/course-list'
import { Segmented } from 'antd'
import { SearchField } from '../../ui/search-field'
import styles from './course-filters.module.css'

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
    <div className={styles.filters}>
      <SearchField label="Search courses..." value={search} onSearch={onSearch} />
      <Segmented
        aria-label="Status"
        name="status"
        value={status}
        onChange={onStatus}
        options={CATALOGUE_STATUSES.map((value) => ({ value, label: LABELS[value] }))}
      />
    </div>
  )
}
