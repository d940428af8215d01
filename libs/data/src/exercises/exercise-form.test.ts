import { describe, expect, it } from 'vitest'
import { changedLessonFields, mergeLessonEdits } from '../course-editing/lesson-changes'
import {
  EMPTY_LESSON_FORM,
  type LessonFormValues,
  lessonColumns,
  lessonFieldError,
} from '../course-editing/lesson-form'
import {
  type ExerciseValues,
  exercisePart,
  exerciseValues,
  inLanguage,
  isExerciseValues,
  newExercise,
  withNewFile,
} from './exercise-form'
import { EMPTY_EXERCISE, type ExercisePart } from './exercise-part'

const PART: ExercisePart = {
  language: 'JS',
  files: [{ path: 'main.js', text: 'export const sum = () => 0\n' }],
  tests: 'adds',
  hidden: 'more',
  solution: [{ path: 'main.js', text: 'export const sum = (a, b) => a + b\n' }],
  time_ms: 400,
  hints: [{ after: 2, text: 'Use +.' }],
  solution_after: 5,
  practice: true,
}
const values = (version = 2) => exerciseValues(PART, version)
const lesson = (exercise: ExerciseValues): LessonFormValues => ({
  ...EMPTY_LESSON_FORM,
  title: 'Sum',
  content_type: 'EXERCISE',
  exercise,
})

describe('an exercise in the form of a lesson (rules/exercises#exercise)', () => {
  it('is stored unchanged, and without hints that have no text', () => {
    const typed = values()
    const blank = { id: 'new', after: '3', text: ' ' }
    expect(exercisePart({ ...typed, hints: [...typed.hints, blank] })).toEqual(PART)
  })

  it('begins with a small example that passes its tests, also if the stored version is empty', () => {
    const [fresh, unwritten] = [newExercise(), exerciseValues(EMPTY_EXERCISE, 1)]
    expect(exercisePart(unwritten)).toEqual(exercisePart(fresh))
    expect([fresh.version, unwritten.version]).toEqual([null, 1])
    expect(lessonFieldError('exercise', lesson(fresh))).toBeNull()
  })

  it.each([
    [{ time_ms: '5' }, 'A time limit is a number from 50 to 1,000 milliseconds.'],
    [{ time_ms: 'soon' }, 'A time limit is a number from 50 to 1,000 milliseconds.'],
    [{ solution_after: '0' }, /^The solution opens after 1 to 100 failed runs/],
    [{ hints: [{ id: 'h', after: '', text: 'Use +.' }] }, /^A hint has a text/],
    [
      { files: [{ id: 'f', path: 'hidden.js', text: '' }] },
      'Tests have this name already: hidden.js',
    ],
  ])('is invalid with %j', (part, sentence) => {
    expect(lessonFieldError('exercise', lesson({ ...values(), ...part }))).toMatch(sentence)
  })

  it('is sent with the version that was read, and only if the type of the lesson is EXERCISE', () => {
    const form = lesson(values(7))
    expect(lessonColumns(form)).toMatchObject({ exercise: PART, exercise_version: 7 })
    expect(lessonColumns(lesson(newExercise()))).not.toHaveProperty('exercise_version')
    expect(lessonColumns({ ...form, content_type: 'TEXT' })).not.toHaveProperty('exercise')
  })

  it('has not changed when it is read again; in a merge, typed code replaces another person’s version', () => {
    const base = lesson(values(2))
    expect(changedLessonFields(base, lesson(values(2)))).toEqual([])
    const typed = lesson({ ...values(2), tests: 'mine' })
    const theirs = { ...lesson({ ...values(3), tests: 'theirs' }), title: 'Sums' }
    const merged = mergeLessonEdits(base, typed, theirs)
    expect(merged).toMatchObject({ title: 'Sums', exercise: { version: 3, tests: 'mine' } })
  })

  it('replaces an unchanged example by the example of the other language, page or code', () => {
    const fresh = newExercise()
    const page = { ...fresh, ...inLanguage(fresh, 'PAGE') }
    expect(page.files.map(({ path }) => path)).toEqual(['index.html', 'style.css'])
    expect(lessonFieldError('exercise', lesson(page))).toBeNull()
    expect(exercisePart({ ...page, ...inLanguage(page, 'JS') })).toEqual(exercisePart(fresh))
    expect(inLanguage(fresh, 'TS')).toEqual({ language: 'TS' })
  })

  it('keeps typed code in another language, and stores only those parts of a page that a page can have', () => {
    const typed = values()
    const page = { ...typed, ...inLanguage(typed, 'PAGE') }
    expect({ ...page, ...inLanguage(page, 'JS') }).toEqual(typed)
    expect(exercisePart(page)).toEqual({
      ...PART,
      ...{ language: 'PAGE', hidden: '', solution_after: null },
    })
    expect(lessonFieldError('exercise', lesson(page))).toBe(
      'A page begins with a file called index.html.',
    )
    const { files } = withNewFile(page.files, 'PAGE')
    expect(lessonFieldError('exercise', lesson({ ...page, files }))).toBeNull()
    expect(withNewFile(files, 'PAGE').added.path).toBe('file2.html')
  })

  it('gets new files with names that are not used yet', () => {
    let { files } = values()
    for (const _ of [1, 2]) ({ files } = withNewFile(files, 'JS'))
    expect(files.map(({ path }) => path)).toEqual(['main.js', 'file2.js', 'file3.js'])
  })

  it('is read from a stored draft only if the draft has the right shape', () => {
    expect(isExerciseValues(JSON.parse(JSON.stringify(values())))).toBe(true)
    const { practice: _, ...older } = values()
    expect(isExerciseValues(older) && exercisePart(older)).toEqual({ ...PART, practice: false })
    expect(isExerciseValues({ ...values(), version: '2' })).toBe(false)
    expect(isExerciseValues({ ...values(), practice: 'yes' })).toBe(false)
    expect(isExerciseValues({ ...values(), files: [{ path: 'main.js' }] })).toBe(false)
  })
})
