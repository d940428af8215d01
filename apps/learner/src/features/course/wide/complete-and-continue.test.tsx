import { aLesson, anOutline } from '@rookies/data/testing/outline'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { aCourse } from '../../../testing/fixtures'
import { visitCourse } from '../../../testing/open-course'

let portal: ReturnType<typeof visitCourse>
afterEach(() => {
  portal.leave()
  vi.restoreAllMocks()
})

const now = performance.now.bind(performance)
let passed = 0

/** Lets the clock of the page pass for as long as people need to see a change. */
function passHalfASecond() {
  passed += 500
  const by = passed
  vi.spyOn(performance, 'now').mockImplementation(() => now() + by)
}

const openCourse = (...visit: Parameters<typeof visitCourse>) => {
  portal = visitCourse(...visit)
}
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })

it('one button and one key complete a lesson and open the next', async () => {
  openCourse('/app/courses/git/lesson/a', {
    course_outline: anOutline({
      modules: [{ id: 'm', title: 'M', lessons: [aLesson('a'), aLesson('b'), aLesson('c')] }],
    }),
  })
  fireEvent.click(await button('Complete and continue'))
  await heading('Lesson b')
  await button('Complete and continue')
  passHalfASecond()
  fireEvent.keyDown(document.body, { key: 'c' })
  await heading('Lesson c')
  // The last lesson has no next lesson, so the button only completes it.
  await button('Mark As Complete')
  expect(screen.queryByRole('button', { name: 'Complete and continue' })).toBeNull()
  await waitFor(() =>
    expect(portal.asked('lesson_completions').map(({ body }) => body)).toMatchObject([
      { lesson_id: 'a' },
      { lesson_id: 'b' },
    ]),
  )
})

it('the end of a module is announced before the next lesson opens, and not again at the next visit', async () => {
  const first = [aLesson('a', { sec: 305 }), aLesson('b', { done: true, sec: 3600 })]
  const modules = [
    { id: 'm1', title: 'First steps', lessons: first },
    { id: 'm2', title: 'Branches', lessons: [aLesson('c'), aLesson('d')] },
  ]
  openCourse('/app/courses/git/lesson/a', { course_outline: anOutline({ modules }) })
  fireEvent.click(await button('Complete and continue'))
  const end = await screen.findByRole('heading', { name: 'Module completed: First steps' })
  await waitFor(() => expect(document.activeElement).toBe(end))
  expect(screen.getByText('2 lessons · 1h 5m')).toBeTruthy()
  expect(screen.getByText('Next: Branches')).toBeTruthy()
  fireEvent.click(screen.getByRole('link', { name: 'Continue with Lesson c' }))
  await heading('Lesson c')
  fireEvent.click(screen.getByRole('link', { name: 'Previous: Lesson b' }))
  await heading('Lesson b')
  fireEvent.click(screen.getByRole('link', { name: 'Previous: Lesson a' }))
  await heading('Lesson a')
  await button('Completed')
  expect(screen.queryByText('Module completed')).toBeNull()
})

it('pressing the key twice quickly does not skip the announcement of the end of a module', async () => {
  const modules = [
    { id: 'm1', title: 'First steps', lessons: [aLesson('a'), aLesson('b', { done: true })] },
    { id: 'm2', title: 'Branches', lessons: [aLesson('c')] },
  ]
  openCourse('/app/courses/git/lesson/a', { course_outline: anOutline({ modules }) })
  await button('Complete and continue')
  passHalfASecond()
  fireEvent.keyDown(document.body, { key: 'c' })
  fireEvent.keyDown(document.body, { key: 'c' })
  await screen.findByRole('heading', { name: 'Module completed: First steps' })
  passHalfASecond()
  fireEvent.keyDown(document.body, { key: 'c' })
  await heading('Lesson b')
})

it('undoing the completion removes the announcement', async () => {
  const lessons = [aLesson('a'), aLesson('b', { done: true })]
  openCourse('/app/courses/git/lesson/a', {
    course_outline: anOutline({ modules: [{ id: 'm', title: 'M', lessons }] }),
    library: [],
    lesson_completions: [],
  })
  fireEvent.click(await button('Complete and continue'))
  await screen.findByText('You have completed every lesson of this course.')
  fireEvent.click(await button('Undo'))
  await waitFor(() => expect(screen.queryByText('Course completed')).toBeNull())
  await button('Mark As Complete')
})

it('the announcement of the end of a course links to the next course of the library', async () => {
  const lessons = [aLesson('a', { done: true }), aLesson('b', { sec: 60 })]
  openCourse('/app/courses/git/lesson/b', {
    course_outline: anOutline({ modules: [{ id: 'm', title: 'M', lessons }] }),
    library: [
      aCourse('Git', { completed: 2, total: 2, next_lesson_id: null }),
      aCourse('Next One', { completed: 0 }),
    ],
  })
  fireEvent.click(await button('Mark As Complete'))
  await screen.findByRole('heading', { name: 'Course completed: Git from Zero' })
  expect(screen.getByText('2 lessons · 1m')).toBeTruthy()
  const next = await screen.findByRole('link', { name: /Next One$/ })
  expect(next.getAttribute('href')).toContain('/app/courses/next-one')
})
