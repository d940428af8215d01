import type { Database } from '../database.gen'
import { isStoredCover } from '../files/stored-file'
import { hasHiddenCharacters } from '../hidden-characters'

/** The longest slug (rules/courses#slug-from-title). */
export const SLUG_MAX = 50

/** Returns whether a slug is valid: lowercase letters, digits and hyphens. */
export function isSlug(slug: string): boolean {
  return /^[a-z0-9-]+$/.test(slug)
}

/** The values of the course form: texts as the person typed them, never null. */
export interface CourseFormValues {
  title: string
  slug: string
  description: string
  category: string
  author_name: string
  author_description: string
  thumbnail_url: string
}

export type CourseField = keyof CourseFormValues

export const EMPTY_COURSE_FORM: CourseFormValues = {
  title: '',
  slug: '',
  description: '',
  category: '',
  author_name: '',
  author_description: '',
  thumbnail_url: '',
}

type CourseColumns = Pick<Database['public']['Tables']['courses']['Row'], CourseField>

/** The maximum number of characters in each field that the database accepts (rules/courses#course-form). */
export const COURSE_LIMITS: Record<CourseField, number> = {
  title: 100,
  slug: SLUG_MAX,
  description: 500,
  category: 60,
  author_name: 100,
  author_description: 300,
  thumbnail_url: 2000,
}

const NAMES: Record<CourseField, string> = {
  title: 'Title',
  slug: 'Slug',
  description: 'Description',
  category: 'Category',
  author_name: 'Author name',
  author_description: 'Author description',
  thumbnail_url: 'Thumbnail URL',
}

const REQUIRED: readonly CourseField[] = ['title', 'slug', 'author_name']

export const COURSE_FIELDS: readonly CourseField[] = [
  'title',
  'slug',
  'description',
  'category',
  'author_name',
  'author_description',
  'thumbnail_url',
]

/**
 * Returns the error of a field of the course form; null if the value is valid. The text is trimmed, and characters are
 * counted as in the database, not in UTF-16 units.
 */
export function courseFieldError(field: CourseField, typed: string): string | null {
  const value = typed.trim()
  if (value === '') return REQUIRED.includes(field) ? `${NAMES[field]} is required` : null
  if (Array.from(value).length > COURSE_LIMITS[field]) {
    return `${NAMES[field]} must be less than ${COURSE_LIMITS[field]} characters`
  }
  if (field === 'author_name' && hasHiddenCharacters(value)) {
    return 'Author name must not contain invisible characters'
  }
  if (field === 'slug' && !isSlug(value)) {
    return 'Slug can only contain lowercase letters, numbers, and hyphens'
  }
  if (field === 'thumbnail_url' && !isThumbnailUrl(value)) return 'Please enter a valid URL'
  return null
}

/** Returns the form's values for a stored course. Null becomes an empty text. */
export function courseFormValues(course: CourseColumns): CourseFormValues {
  return {
    title: course.title,
    slug: course.slug,
    description: course.description ?? '',
    category: course.category ?? '',
    author_name: course.author_name ?? '',
    author_description: course.author_description ?? '',
    thumbnail_url: course.thumbnail_url ?? '',
  }
}

/** Returns the columns to store. Texts are trimmed, and empty optional fields become null. */
export function courseColumns(form: CourseFormValues): CourseColumns {
  return {
    title: form.title.trim(),
    slug: form.slug.trim(),
    description: form.description.trim() || null,
    category: form.category.trim() || null,
    author_name: form.author_name.trim() || null,
    author_description: form.author_description.trim() || null,
    thumbnail_url: form.thumbnail_url.trim() || null,
  }
}

/** Returns the fields whose stored values would differ between two versions, in the order of the form. */
export function changedCourseFields(
  before: CourseFormValues,
  after: CourseFormValues,
): CourseField[] {
  const [stored, wanted] = [courseColumns(before), courseColumns(after)]
  return COURSE_FIELDS.filter((field) => stored[field] !== wanted[field])
}

/** Returns the label of a field. */
export function courseFieldName(field: CourseField): string {
  return NAMES[field]
}

/** Returns a field's value as text for people. An uploaded picture is not shown by its path. */
export function courseFieldText(field: CourseField, value: string): string {
  return field === 'thumbnail_url' && isStoredCover(value) ? 'Uploaded picture' : value
}

/**
 * Returns whether the database accepts the address of a picture: http(s) with a host, a path on this origin, or an
 * uploaded cover.
 */
export function isThumbnailUrl(value: string): boolean {
  if (isStoredCover(value)) return true
  if (/[\s\\<>"]/.test(value)) return false
  if (value.startsWith('/')) return !value.startsWith('//')
  return /^https?:\/\/[^/?#@:]+(:\d{1,5})?([/?#]|$)/i.test(value) && URL.canParse(value)
}
