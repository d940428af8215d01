import { COURSE_FIELDS, type CourseField } from '../course-editing/course-form'
import { CONTENTS_KEY } from './course-contents'
import type { ImportedCourse } from './payload'
import { type Remark, readEntries } from './yaml-entries'

/** What `_course.yml` says; a key without a value empties the field, one that is not there leaves it. */
export type CourseFileValues = Partial<Omit<ImportedCourse, 'publish'>>

function isField(key: string): key is CourseField {
  return COURSE_FIELDS.some((field) => field === key)
}

/** In: the text of `_course.yml`. Out: the fields of the course form that it gives, and remarks. */
export function readCourseFile(source: string): { values: CourseFileValues; remarks: Remark[] } {
  const { entries, remarks } = readEntries(source.replace(/^---[ \t]*(?=\n)/, ''), 1)
  const values: CourseFileValues = {}
  for (const { key, value, line } of entries) {
    // readContents() has it.
    if (key === CONTENTS_KEY) continue
    if (!isField(key)) {
      remarks.push({ line, message: 'A key is not known and was ignored.', about: key })
    } else if (value === null || value === '') {
      if (key !== 'title' && key !== 'slug') values[key] = null
    } else if (typeof value === 'string' || typeof value === 'number') {
      values[key] = String(value)
    } else {
      const message = `The value of "${key}" is not a line of text and was ignored.`
      remarks.push({ line, message })
    }
  }
  return { values, remarks }
}
