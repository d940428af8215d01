import { useList } from '@refinedev/core'
import { QUEUE_LIST, WORK_STATES } from '@rookies/data/assignments/queue'
import { WORK_STATE_LABELS } from '@rookies/data/assignments/queue-labels'
import { COHORT_LIST, type Cohort } from '@rookies/data/cohorts/cohort-list'
import { listFilters } from '@rookies/data/lists/list-state'
import { useMay } from '../../app/may'
import { useRead } from '../../app/use-read'
import { CourseSelect } from '../../kit/course-select'
import { FilterBar } from '../../kit/filter-bar'
import type { Table } from '../../kit/use-table'
import { SelectField } from '../../ui/select-field'

interface QueueFiltersProps {
  table: Table<typeof QUEUE_LIST>
}

/** The filters of the queue. A filter is hidden from people who may not list its options. */
export function QueueFilters({ table }: QueueFiltersProps) {
  const { filterProps, setValues, values, active } = table
  const mayListCourses = useMay('courses', 'list')
  const mayReadCohorts = useMay('cohort_members', 'update')
  return (
    <FilterBar
      search={
        <SelectField
          label="State"
          {...filterProps('state')}
          options={WORK_STATES.map((value) => ({ value, label: WORK_STATE_LABELS[value] }))}
        />
      }
      active={values.state === QUEUE_LIST.filters.state.initial ? active : active - 1}
    >
      {mayListCourses && (
        <CourseSelect
          value={values.course}
          // An assignment belongs to one course, so the chosen one no longer applies.
          onChange={(course) => setValues({ course, lesson: '' })}
        />
      )}
      <AssignmentSelect course={values.course} {...filterProps('lesson')} />
      {mayReadCohorts && <CohortFilter {...filterProps('cohort')} />}
      <SelectField
        label="In time or late"
        {...filterProps('late')}
        options={[
          { value: '', label: 'In time or late' },
          { value: 'true', label: 'Late' },
        ]}
      />
      <SelectField
        label="Whose review"
        {...filterProps('mine')}
        options={[
          { value: '', label: 'Anybody’s' },
          { value: 'true', label: 'Mine' },
        ]}
      />
    </FilterBar>
  )
}

interface FilterFieldProps {
  value: string
  onChange: (value: string) => void
}

/** Chooses an assignment. If a course is chosen, only its assignments are offered. */
function AssignmentSelect({ course, value, onChange }: FilterFieldProps & { course: string }) {
  const read = useRead('submissions/assignments')
  const titles = (read.data ?? []).filter(
    ({ id, course_id }) => course === '' || course_id === course || id === value,
  )
  const known = value === '' || titles.some(({ id }) => id === value)
  return (
    <SelectField
      label="Assignment"
      value={value}
      onChange={onChange}
      options={[
        { value: '', label: 'All Assignments' },
        ...titles.map(({ id, title }) => ({ value: id, label: title })),
        ...(known ? [] : [{ value, label: read.data ? 'Unknown assignment' : '…' }]),
      ]}
    />
  )
}

/** The largest number of cohorts that are offered, the latest first. */
const COHORTS_OFFERED = 100

/** Chooses one of the cohorts that the reader looks after. */
export function CohortFilter({ value, onChange }: FilterFieldProps) {
  const { query, result } = useList<Cohort>({
    resource: 'cohorts',
    filters: listFilters(COHORT_LIST, {}),
    pagination: { currentPage: 1, pageSize: COHORTS_OFFERED },
    liveMode: 'off',
    errorNotification: false,
  })
  const known = value === '' || result.data.some(({ id }) => id === value)
  return (
    <SelectField
      label="Cohort"
      value={value}
      onChange={onChange}
      options={[
        { value: '', label: 'All Cohorts' },
        ...result.data.map(({ id, title }) => ({ value: id, label: title })),
        ...(known ? [] : [{ value, label: query.isSuccess ? 'Unknown cohort' : '…' }]),
      ]}
    />
  )
}
