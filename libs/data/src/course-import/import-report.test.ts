import { describe, expect, test } from 'vitest'
import { DataError } from '../errors'
import { applyChoices } from './complete-course'
import type { ImportReport } from './import-course'
import { changesNothing, importCounts, importFailure, learnerImpact } from './import-report'

const report: ImportReport = {
  course: { id: 'c', slug: 'tea', status: 'unchanged', reordered: false },
  version: 'v',
  modules: [{ source_path: 'm', status: 'unchanged', reordered: false }],
  lessons: [
    { source_path: 'm/a.md', status: 'unchanged', moved: false },
    { source_path: 'm/b.md', status: 'unchanged', moved: false },
  ],
  absent: { modules: [], lessons: [] },
  learners: { with_access: 0, completed_updated: 0, completed_absent: 0 },
}
const absent = { modules: [], lessons: [{ id: 'l', source_path: null, title: 'Old' }] }

describe('the numbers in the report of an import', () => {
  test('count each lesson once, and a moved lesson is not counted as unchanged', () => {
    const lessons: ImportReport['lessons'] = [
      ...report.lessons,
      { source_path: 'm/c.md', status: 'unchanged', moved: true },
      { source_path: 'm/d.md', status: 'updated', moved: true },
      { source_path: 'm/e.md', status: 'created', moved: false },
    ]
    expect(importCounts({ ...report, lessons, absent })).toEqual({
      created: 1,
      updated: 1,
      unchanged: 2,
      moved: 1,
      absent: 1,
    })
  })

  test.each<[string, Partial<ImportReport>, boolean]>([
    ['nothing', {}, true],
    ['nothing, and keeps missing lessons', { absent }, true],
    ['the fields of the course', { course: { ...report.course, status: 'updated' } }, false],
    ['the order of modules', { course: { ...report.course, reordered: true } }, false],
    [
      'the order in a module',
      { modules: [{ source_path: 'm', status: 'unchanged', reordered: true }] },
      false,
    ],
    [
      'the module of a lesson',
      { lessons: [{ source_path: 'm/a.md', status: 'unchanged', moved: true }] },
      false,
    ],
  ])('changesNothing() for a report that changes %s is %s', (_name, change, nothing) => {
    expect(changesNothing({ ...report, ...change }, 'keep')).toBe(nothing)
  })

  test('changesNothing() is false if lessons move to the bin', () => {
    expect(changesNothing({ ...report, absent }, 'bin')).toBe(false)
  })
})

describe('the sentences about the effect on learners', () => {
  test('say when learners will see a new course', () => {
    const made = { ...report, learners: null }
    expect(learnerImpact(made, 'keep', false)).toEqual([
      'The course is made as a draft: learners do not see it until it is published.',
    ])
    expect(learnerImpact(made, 'keep', true)[0]).toMatch(/^The course is published at once/)
  })

  test('count the learners of an existing course', () => {
    const learners = { with_access: 12, completed_updated: 1, completed_absent: 2 }
    expect(learnerImpact({ ...report, absent, learners }, 'keep', false)).toEqual([
      '12 learners have access to the course.',
      '1 learner has completed lessons that change; their completions stay.',
      '1 lesson is not in the folder and stays, at the end of its module.',
    ])
    expect(learnerImpact({ ...report, absent, learners }, 'bin', false).slice(2)).toEqual([
      '1 lesson goes to the bin and can be restored for 30 days.',
      '2 learners have completed lessons that go to the bin; their progress is kept in case you restore them.',
    ])
    expect(learnerImpact(report, 'keep', false)).toEqual(['No one has access to the course.'])
  })
})

test.each([
  [{ code: 'PT409', hint: 'STALE_IMPORT' }, /^Someone else has changed this course/],
  [{ code: 'PT422', hint: 'IMPORT_NOT_SENT' }, /have been deleted\. Nothing was changed\./],
  [{ code: '42501', hint: 'SLUG_NOT_YOURS', message: 'Not yours.' }, /^Not yours\. Choose another/],
  [{ code: '42501', message: 'You may not create courses.' }, /^You may not create courses\.$/],
  [{ code: 'PT422', message: 'Title is required' }, /^Title is required$/],
  [{ code: 'NETWORK' }, /nothing is imported twice\.$/],
  [{ code: 'BUSY', status: 502 }, /nothing is imported twice\.$/],
  [{ code: '57014', status: 500 }, /so nothing was changed/],
  [
    { code: 'XX000', message: 'internal' },
    /^An unexpected error occurred\. Nothing was changed\.$/,
  ],
])('describes the failure %o in a sentence', (parts, sentence) => {
  expect(importFailure(new DataError(parts))).toMatch(sentence)
})

test("a person's choices override the folder, and the chosen title also names the module of the course's own folder", () => {
  const modules = [{ source_path: '.', title: 'Tea', lessons: [] }]
  const course = { course: { title: 'Tea', slug: 'tea', publish: false }, modules }
  const read = { course, hasOwnTitle: false, assets: [], issues: [] }
  expect(applyChoices(read, { publish: false })).toEqual(read)
  const chosen = applyChoices(read, { title: ' All Tea ', slug: 'all', publish: true })
  expect(chosen.hasOwnTitle).toBe(true)
  expect(chosen.course).toMatchObject({
    course: { title: 'All Tea', slug: 'all', publish: true },
    modules: [{ source_path: '.', title: 'All Tea' }],
  })
})
