import { useRead } from '../app/use-read'
import { SelectField } from '../ui/select-field'

interface CourseSelectProps {
  /** Given by the form item. */
  id?: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean
  /** The id of a course, or the value of one of the `first` options. */
  value?: string
  onChange?: (id: string) => void
  /** Further options, before the courses. */
  first?: { value: string; label: string }[]
  /** The label of a value that is none of the courses. */
  missing?: string
  disabled?: boolean
}

const ALL = [{ value: '', label: 'All Courses' }]

/** Selects one of all courses. All titles are read at once, so the field searches them without the server. */
export function CourseSelect({
  value = '',
  first = ALL,
  missing = 'Unknown course',
  ...control
}: CourseSelectProps) {
  const titles = useRead('courses/titles')
  const courses = (titles.data ?? []).map(({ id, title }) => ({ value: id, label: title }))
  // The value may be of a course whose title has not loaded yet, or of one that was deleted.
  const known = [...first, ...courses].some((option) => option.value === value)
  return (
    <SelectField
      {...control}
      label="Course"
      value={value}
      options={[
        ...first,
        ...courses,
        ...(known ? [] : [{ value, label: titles.data ? missing : '…' }]),
      ]}
    />
  )
}
