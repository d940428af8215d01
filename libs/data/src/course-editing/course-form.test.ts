import { describe, expect, it } from 'vitest'
import { coverAddress } from '../files/stored-file'
import {
  type CourseFormValues,
  changedCourseFields,
  courseColumns,
  courseFieldError,
  courseFieldText,
  courseFormValues,
} from './course-form'
import { numberedSlug, slugAfterTitle, slugFromTitle } from './course-slug'

const form: CourseFormValues = {
  title: 'Git',
  slug: 'git',
  description: '',
  category: '',
  author_name: 'Ada',
  author_description: '',
  thumbnail_url: '',
}

describe('the course form', () => {
  it('requires every mandatory field', () => {
    expect(courseFieldError('title', '  ')).toBe('Title is required')
    expect(courseFieldError('slug', '')).toBe('Slug is required')
    expect(courseFieldError('author_name', '')).toBe('Author name is required')
    expect(courseFieldError('description', '')).toBeNull()
    expect(courseFieldError('thumbnail_url', '')).toBeNull()
  })

  it('counts characters as the database does', () => {
    expect(courseFieldError('title', 'x'.repeat(100))).toBeNull()
    expect(courseFieldError('title', '🚀'.repeat(100))).toBeNull()
    expect(courseFieldError('title', 'x'.repeat(101))).toBe(
      'Title must be less than 100 characters',
    )
    expect(courseFieldError('slug', 'x'.repeat(51))).toBe('Slug must be less than 50 characters')
    expect(courseFieldError('description', 'x'.repeat(501))).toBe(
      'Description must be less than 500 characters',
    )
    expect(courseFieldError('author_name', 'x'.repeat(101))).toBe(
      'Author name must be less than 100 characters',
    )
    expect(courseFieldError('author_name', 'Ada\u202EnimdA')).toBe(
      'Author name must not contain invisible characters',
    )
    expect(courseFieldError('author_description', 'x'.repeat(301))).toBe(
      'Author description must be less than 300 characters',
    )
  })

  it('refuses slugs with letters that the database refuses, and accepts hyphens in any place', () => {
    const sentence = 'Slug can only contain lowercase letters, numbers, and hyphens'
    for (const slug of ['Git', 'git flow', 'gít', 'git/flow', 'git_flow']) {
      expect(courseFieldError('slug', slug)).toBe(sentence)
    }
    for (const slug of ['git-2-flow', '-git', 'git-', 'git--flow']) {
      expect(courseFieldError('slug', slug)).toBeNull()
    }
  })

  it('accepts only valid addresses of pictures', () => {
    for (const url of [
      'nonsense',
      'javascript:alert(1)',
      '//evil.test/x.png',
      'http://',
      'https://user@evil.test/',
      'https://a b.test/',
    ]) {
      expect(courseFieldError('thumbnail_url', url)).toBe('Please enter a valid URL')
    }
    expect(courseFieldError('thumbnail_url', 'https://img.test:8080/a.png?x=1#y')).toBeNull()
    expect(courseFieldError('thumbnail_url', '/covers/git.png')).toBeNull()
  })

  it('accepts an uploaded cover, and shows it as "Uploaded picture"', () => {
    const cover = 'covers/0f8fad5b-d9cb-469f-a165-70867728950e/git.webp'
    expect(courseFieldError('thumbnail_url', cover)).toBeNull()
    expect(courseFieldText('thumbnail_url', cover)).toBe('Uploaded picture')
    expect(courseFieldText('thumbnail_url', '/covers/git.png')).toBe('/covers/git.png')
    expect(courseFieldText('title', cover)).toBe(cover)
    for (const link of ['covers/../x', 'covers/git.webp', `lesson-files/${cover.slice(7)}`]) {
      expect(courseFieldError('thumbnail_url', link)).toBe('Please enter a valid URL')
    }
    expect(coverAddress(cover, 'https://x.test/')).toBe(
      `https://x.test/storage/v1/object/public/${cover}`,
    )
    expect(coverAddress('/covers/git.png', 'https://x.test')).toBe('/covers/git.png')
  })

  it('stores empty optional fields as null and shows null as an empty field', () => {
    const columns = courseColumns({ ...form, title: '  Git  ' })
    expect(columns).toMatchObject({ title: 'Git', description: null, thumbnail_url: null })
    expect(courseFormValues(columns)).toEqual(form)
  })

  it('finds the fields that a save would change', () => {
    expect(changedCourseFields(form, { ...form, title: 'Git ' })).toEqual([])
    expect(changedCourseFields(form, { ...form, title: 'Got', category: 'Tools' })).toEqual([
      'title',
      'category',
    ])
  })
})

describe('slugFromTitle', () => {
  it('suggests slugs as in the examples of the rules', () => {
    expect(slugFromTitle('  Learn Git & GitHub!  ')).toBe('learn-git-github')
    expect(slugFromTitle('Café -- Crème')).toBe('cafe-creme')
    expect(slugFromTitle('100% -- C++')).toBe('100-c')
    expect(slugFromTitle('- - -')).toBe('')
    expect(slugFromTitle('日本語')).toBe('')
  })

  it.each([
    ['Çalışma Ağları', 'calisma-aglari'],
    ['Gdańsk i Wrocław', 'gdansk-i-wroclaw'],
    ['Ärger & Spaß', 'arger-spass'],
    ['Điện toán đám mây', 'dien-toan-dam-may'],
    ['Smørrebrød på Ærø', 'smorrebrod-pa-aero'],
    ['Þórður', 'thordur'],
    ['Œuvre', 'oeuvre'],
    ['Введение в базы', 'vvedenie-v-bazy'],
    ['Їжак', 'yizhak'],
    ['Δίκτυα', 'diktya'],
    ['Sáŋgu', 'sanggu'],
    ['Cafe\u0301', 'cafe'],
    ['ＡＢＣ', 'abc'],
    ['Џез и Ђачке љубави у Ћуприји', 'dzez-i-djachke-ljubavi-u-cupriji'],
    ['Ѕвезда', 'dzvezda'],
    ['Қазақ тілі: Ғылым, Өнер, Үй, Һәм', 'qazaq-tili-gylym-oner-uy-ham'],
    ['Hausa: Ƙarfin Ɓera da Ɗan Ƴa', 'hausa-karfin-bera-da-dan-ya'],
    ['Eʋegbe kple Ɖɔwɔwɔ', 'evegbe-kple-dowowo'],
    ['Ŧuodda', 'tuodda'],
  ])('spells out every letter of %s', (title, slug) => {
    expect(slugFromTitle(title)).toBe(slug)
  })

  it('does not end with a hyphen if a long slug is cut', () => {
    const slug = slugFromTitle(`${'a'.repeat(49)} tail`)
    expect(slug).toBe('a'.repeat(49))
  })
})

describe('slugAfterTitle', () => {
  it('follows the title until a person edits the slug', () => {
    expect(slugAfterTitle('', '', 'L', 'course-3')).toBe('l')
    expect(slugAfterTitle('', '', '入', 'course-3')).toBe('course-3')
    expect(slugAfterTitle('course-3', '入', '', 'course-3')).toBe('')
    expect(slugAfterTitle('course-3', '入', '入門 Git', 'course-3')).toBe('git')
    expect(slugAfterTitle('learn-g', 'Learn G', 'Learn Gi', 'x')).toBe('learn-gi')
    expect(slugAfterTitle('git', 'Learn G', 'Learn Gi', 'x')).toBe('git')
    expect(slugAfterTitle('', 'Learn G', 'Learn Gi', 'x')).toBe('learn-gi')
  })

  it('numbers the slug if the title suggests none', () => {
    expect(numberedSlug('course', [])).toBe('course-1')
    expect(numberedSlug('course', ['git', 'course-3'])).toBe('course-4')
  })
})
