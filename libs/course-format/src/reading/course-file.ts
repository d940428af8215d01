import { COURSE_FIELDS, type CourseField } from '@rookies/data/course-editing/course-form'
import type { ImportedCourse } from '@rookies/data/course-import/payload'
import { CONTENTS_KEY } from './course-contents'
import { type Remark, readEntries } from './yaml-entries'

/** The values in `_course.yml`. A key without a value clears its field; a missing key leaves the field unchanged. */
export type CourseFileValues = Partial<Omit<ImportedCourse, 'publish'>>

function isField(key: string): key is CourseField {
  return COURSE_FIELDS.some((field) => field === key)
}

/** Parses `_course.yml`. Returns the fields of the course form that it sets, and remarks. */
export function readCourseFile(source: string): { values: CourseFileValues; remarks: Remark[] } {
  const { entries, remarks } = readEntries(source.replace(/^---[ \t]*(?=\n)/, ''), 1)
  const values: CourseFileValues = {}
  for (const { key, value, line } of entries) {
    // readContents() handles this key.
    if (key === CONTENTS_KEY) continue
    if (!isField(key)) {
      remarks.push({ line, message: 'An unknown key was ignored.', about: key })
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
