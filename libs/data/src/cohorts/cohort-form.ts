import { finalSlug } from '../communities/community-form'
import { courseFieldError } from '../course-editing/course-form'
import { addDays } from '../time/days'
import { ownZone } from '../time/zones'
import type { NewCohort } from './cohort'
import type { Cohort } from './cohort-list'

/** The values of the cohort form: texts and days as typed, empty for none. */
export interface CohortFormValues {
  title: string
  slug: string
  time_zone: string
  starts_on: string
  ends_on: string
  access_ends_on: string
  seats: number | null
  draft: boolean
  course_ids: string[]
  with_community: boolean
}

/** The limits of the database. `days` is the maximum number of days by which a cohort or a person can be moved. */
export const COHORT_LIMITS = { title: 100, seats: 100_000, courses: 100, days: 3650 } as const

/** Returns the values of an empty form, with the reader's zone. */
export function emptyCohortForm(): CohortFormValues {
  return {
    title: '',
    slug: '',
    time_zone: ownZone(),
    starts_on: '',
    ends_on: '',
    access_ends_on: '',
    seats: null,
    draft: false,
    course_ids: [],
    with_community: false,
  }
}

/** Returns the form's values for a cohort. */
export function cohortFormValues(cohort: Cohort): CohortFormValues {
  return {
    title: cohort.title,
    slug: cohort.slug,
    time_zone: cohort.time_zone,
    starts_on: cohort.starts_on,
    ends_on: cohort.ends_on,
    access_ends_on: cohort.access_ends_on ?? '',
    seats: cohort.seats,
    draft: cohort.draft,
    course_ids: cohort.courses.map(({ id }) => id),
    with_community: false,
  }
}

export type CohortFormErrors = Partial<Record<keyof CohortFormValues, string>>

/** Returns the errors of the form by field; empty if it can be saved. */
export function cohortFormErrors(form: CohortFormValues): CohortFormErrors {
  const errors: CohortFormErrors = nameErrors(form)
  if (form.starts_on === '') errors.starts_on = 'First day is required'
  if (form.ends_on === '') errors.ends_on = 'Last day is required'
  else if (form.ends_on < form.starts_on) {
    errors.ends_on = 'The last day must not lie before the first'
  }
  if (form.access_ends_on !== '' && form.access_ends_on < form.starts_on) {
    errors.access_ends_on = 'Access must not end before the first day'
  }
  if (form.seats !== null && (form.seats < 0 || form.seats > COHORT_LIMITS.seats)) {
    errors.seats = 'Seats must be between 0 and 100,000'
  }
  return errors
}

/** Returns the errors of title and slug. */
export function nameErrors({
  title,
  slug,
}: Pick<CohortFormValues, 'title' | 'slug'>): Pick<CohortFormErrors, 'title' | 'slug'> {
  const errors: Pick<CohortFormErrors, 'title' | 'slug'> = {}
  const name = title.trim()
  if (name === '') errors.title = 'Title is required'
  else if (Array.from(name).length > COHORT_LIMITS.title) {
    errors.title = 'Title must be at most 100 characters'
  }
  const slugError = courseFieldError('slug', finalSlug(slug))
  if (slugError !== null) errors.slug = slugError
  return errors
}

/** Returns the arguments of `create_cohort()`. */
export function newCohort(form: CohortFormValues): NewCohort {
  const { time_zone, starts_on, ends_on, access_ends_on, seats } = form
  return {
    title: form.title.trim(),
    slug: finalSlug(form.slug),
    time_zone,
    starts_on,
    ends_on,
    draft: form.draft,
    course_ids: form.course_ids,
    with_community: form.with_community,
    ...(access_ends_on !== '' && { access_ends_on }),
    ...(seats !== null && { seats }),
  }
}

/** Returns the columns that an edit stores. The first day is changed by moving the cohort (rules/cohorts#moving). */
export function cohortColumns(form: CohortFormValues) {
  return {
    title: form.title.trim(),
    slug: finalSlug(form.slug),
    time_zone: form.time_zone,
    ends_on: form.ends_on,
    access_ends_on: form.access_ends_on || null,
    seats: form.seats,
    draft: form.draft,
  }
}

/** Returns the proposed title and first day of a cohort that begins again: the Monday after the old one's end. */
export function againProposal(
  { title, ends_on }: Pick<Cohort, 'title' | 'ends_on'>,
  today: string,
) {
  const after = ends_on > today ? ends_on : today
  const weekday = new Date(`${after}T00:00:00Z`).getUTCDay()
  return { title: nextTitle(title), startsOn: addDays(after, (8 - weekday) % 7 || 7) }
}

/** `Autumn 2026` becomes `Autumn 2027`, and `Autumn 3` becomes `Autumn 4`. */
function nextTitle(title: string): string {
  const number = /(\d+)(?!.*\d)/.exec(title)
  if (!number) return `${title} 2`.slice(0, COHORT_LIMITS.title)
  const [digits] = number
  const next = String(Number(digits) + 1).padStart(digits.length, '0')
  return title.slice(0, number.index) + next + title.slice(number.index + digits.length)
}
