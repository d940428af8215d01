import { cohortDays } from '@rookies/data/cohorts/cohort-days'
import { COHORT_LIST, type Cohort } from '@rookies/data/cohorts/cohort-list'
import { listFilters } from '@rookies/data/lists/list-state'
import { RecordSelect, type RecordSelectControl } from './record-select'

interface CohortSelectProps extends RecordSelectControl {
  /** The field of the cohort that becomes the value. */
  by?: 'id' | 'slug'
}

const labelOf = (cohort: Cohort) => `${cohort.title}, ${cohortDays(cohort)}`
const filters = (q: string) => listFilters(COHORT_LIST, { q })

/** Selects one of the cohorts that the reader may see. Archived cohorts are left out. */
export function CohortSelect(props: CohortSelectProps) {
  return (
    <RecordSelect<Cohort>
      {...props}
      resource="cohorts"
      many="cohorts"
      labelOf={labelOf}
      filters={filters}
    />
  )
}
