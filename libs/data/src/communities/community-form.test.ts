import { describe, expect, it } from 'vitest'
import {
  type CommunityFormValues,
  communityColumns,
  communityFormErrors,
  EMPTY_COMMUNITY_FORM,
  isMissingFields,
  typedSlug,
} from './community-form'

const form = (values: Partial<CommunityFormValues>): CommunityFormValues => ({
  ...EMPTY_COMMUNITY_FORM,
  name: 'Study hall',
  slug: 'study-hall',
  ...values,
})

describe('typedSlug', () => {
  it('turns typed text into a slug after each letter', () => {
    expect(typedSlug('Study Hall -- Two!')).toBe('study-hall-two')
    expect(typedSlug('study-')).toBe('study-')
    expect(typedSlug('--a')).toBe('a')
    expect(typedSlug('é')).toBe('')
    expect(typedSlug('x'.repeat(60))).toHaveLength(50)
  })
})

describe('the community form', () => {
  it('reports an error for each invalid field', () => {
    expect(communityFormErrors(form({}))).toEqual({})
    expect(communityFormErrors(form({ name: ' ', slug: '-' }))).toEqual({
      name: 'Name is required',
      slug: 'Slug is required',
    })
    expect(communityFormErrors(form({ name: 'x'.repeat(101) })).name).toMatch(/100 characters/)
    expect(communityFormErrors(form({ description: 'x'.repeat(501) })).description).toMatch(/500/)
    expect(communityFormErrors(form({ access: 'COURSE' }))).toEqual({ course: 'Choose a course' })
    expect(communityFormErrors(form({ access: 'PAID' }))).toEqual({})
    expect(communityFormErrors(form({ cover: 'javascript:alert(1)' }))).toEqual({
      cover: 'Please enter a valid URL',
    })
    expect(communityFormErrors(form({ cover: '/covers/one.png' }))).toEqual({})
  })

  it('distinguishes a missing name or slug from other errors', () => {
    expect(isMissingFields(form({}))).toBe(false)
    expect(isMissingFields(form({ name: '  ' }))).toBe(true)
    expect(isMissingFields(form({ slug: '-' }))).toBe(true)
  })

  it('saves trimmed texts, and null for fields that do not apply', () => {
    const course = '11111111-2222-4333-8444-555555555555'
    expect(
      communityColumns(
        form({ name: ' Study hall ', slug: 'study-hall-', description: ' ', course }),
      ),
    ).toEqual({
      name: 'Study hall',
      slug: 'study-hall',
      description: null,
      access_type: 'FREE',
      course_id: null,
      read_only: false,
      cover_url: null,
    })
    expect(communityColumns(form({ access: 'COURSE', course })).course_id).toBe(course)
  })
})
