import { SelectField } from '../ui/select-field'
import { useRead } from './use-read'

interface CourseFilterProps {
  /** The id of a course, or the value of one of the `first` options. */
  value: string
  /** Options above the courses. */
  first?: { value: string; label: string }[]
  onChange: (id: string) => void
}

const ALL = [{ value: '', label: 'All Courses' }]

/** Narrows a list to one course. */
export function CourseFilter({ value, first = ALL, onChange }: CourseFilterProps) {
  const titles = useRead('courses/titles')
  const courses = (titles.data ?? []).map(({ id, title }) => ({ value: id, label: title }))
  // The address may name a course whose title has not loaded yet, or one that was deleted.
  const known = [...first, ...courses].some((option) => option.value === value)
  return (
    <SelectField
      label="Course"
      value={value}
      options={[
        ...first,
        ...courses,
        ...(known ? [] : [{ value, label: titles.data ? 'Unknown course' : '…' }]),
      ]}
      onChange={onChange}
    />
  )
}
