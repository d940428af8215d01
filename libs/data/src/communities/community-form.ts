import { isSlug, isThumbnailUrl, SLUG_MAX } from '../course-editing/course-form'
import type { Database } from '../database.gen'
import type { ACCESS_TYPES } from './community'
import type { ManagedCommunity } from './managed-communities'

/** The values of the community form: texts as the person typed them, never null. */
export interface CommunityFormValues {
  name: string
  slug: string
  description: string
  access: (typeof ACCESS_TYPES)[number]
  /** The id of the course whose learners may join; empty for none. */
  course: string
  readOnly: boolean
  cover: string
}

/** A new community is open to everybody (rules/communities#community-form). */
export const EMPTY_COMMUNITY_FORM: CommunityFormValues = {
  name: '',
  slug: '',
  description: '',
  access: 'FREE',
  course: '',
  readOnly: false,
  cover: '',
}

/** The maximum numbers of characters that the database accepts. */
export const COMMUNITY_LIMITS = { name: 100, slug: SLUG_MAX, description: 500 } as const

/** Returns the form's values for a community. */
export function communityFormValues(community: ManagedCommunity): CommunityFormValues {
  return {
    name: community.name,
    slug: community.slug,
    description: community.description ?? '',
    access: community.access,
    course: community.course_id ?? '',
    readOnly: community.read_only,
    cover: community.cover_url ?? '',
  }
}

/**
 * Converts typed text to a slug: lowercase letters, digits, and single hyphens instead of spaces. A hyphen at the end
 * stays, because the person may still be typing.
 */
export function typedSlug(typed: string): string {
  return typed
    .toLowerCase()
    .replace(/\s/g, '-')
    .replace(/[^a-z0-9-]/g, '')
    .replace(/-+/g, '-')
    .replace(/^-/, '')
    .slice(0, SLUG_MAX)
}

export type CommunityFormErrors = Partial<Record<keyof CommunityFormValues, string>>

/** Returns the errors of the form by field; an empty object if it can be saved. */
export function communityFormErrors(form: CommunityFormValues): CommunityFormErrors {
  const errors: CommunityFormErrors = {}
  const [name, slug] = [form.name.trim(), finalSlug(form.slug)]
  if (name === '') errors.name = 'Name is required'
  else if (Array.from(name).length > COMMUNITY_LIMITS.name) {
    errors.name = 'Name must be less than 100 characters'
  }
  if (slug === '') errors.slug = 'Slug is required'
  else if (!isSlug(slug)) {
    errors.slug = 'Slug can only contain lowercase letters, numbers, and hyphens'
  }
  if (Array.from(form.description.trim()).length > COMMUNITY_LIMITS.description) {
    errors.description = 'Description must be less than 500 characters'
  }
  if (form.access === 'COURSE' && form.course === '') errors.course = 'Choose a course'
  const cover = form.cover.trim()
  if (cover !== '' && (!isThumbnailUrl(cover) || cover.length > 2000)) {
    errors.cover = 'Please enter a valid URL'
  }
  return errors
}

/** Returns whether name or slug is missing, for which there is a separate toast. */
export function isMissingFields({ name, slug }: CommunityFormValues): boolean {
  return name.trim() === '' || finalSlug(slug) === ''
}

type CommunityRow = Database['public']['Tables']['communities']['Row']

/** Returns the columns to save. Texts are trimmed, and fields that are empty or do not apply become null. */
export function communityColumns(
  form: CommunityFormValues,
): Pick<
  CommunityRow,
  'name' | 'slug' | 'description' | 'access_type' | 'course_id' | 'read_only' | 'cover_url'
> {
  const forCourse = form.access === 'COURSE' || form.access === 'PAID'
  return {
    name: form.name.trim(),
    slug: finalSlug(form.slug),
    description: form.description.trim() || null,
    access_type: form.access,
    course_id: (forCourse && form.course) || null,
    read_only: form.readOnly,
    cover_url: form.cover.trim() || null,
  }
}

/** Returns the slug to store for typed text. */
export const finalSlug = (slug: string) => typedSlug(slug.trim()).replace(/-$/, '')
