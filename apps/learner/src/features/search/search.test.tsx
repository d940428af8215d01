import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { aCourse } from '../../testing/fixtures'
import { visitCourse } from '../../testing/open-course'
import { openPortal } from '../../testing/open-portal'

let portal: ReturnType<typeof openPortal>
afterEach(() => {
  portal.leave()
  vi.restoreAllMocks()
})

const nothing = { courses: [], categories: [], lessons: [], corrected: null }
const found = {
  courses: [{ slug: 'git', title: '\u0002Git\u0003 basics', category: 'Tools', snippet: null }],
  categories: [{ name: 'Tools', title: 'Tools', courses: 2 }],
  lessons: [
    {
      id: 'l1',
      slug: 'git',
      course: 'Git basics',
      title: 'One',
      type: 'TEXT',
      snippet: 'of \u0002git\u0003',
    },
  ],
  corrected: null,
}
const BOX = 'Search courses, categories and lessons'

async function openSearch(answer: unknown = found, answers: object = {}) {
  portal = openPortal({
    at: '/app/dashboard',
    answers: { library: [aCourse('Git', { category: 'Tools' })], search: answer, ...answers },
  })
  fireEvent.click(await screen.findByRole('button', { name: BOX }))
  return screen.findByRole('combobox', { name: BOX })
}

const type = (text: string) =>
  fireEvent.change(screen.getByRole('combobox'), { target: { value: text } })
const press = (key: string, more = {}) =>
  fireEvent.keyDown(screen.getByRole('combobox'), { key, ...more })
const selected = () =>
  screen.getAllByRole('option').find((option) => option.getAttribute('aria-selected') === 'true')

describe('the search box', () => {
  it.each([{ key: '/' }, { key: 'k', ctrlKey: true }, { key: 'K', metaKey: true }])(
    'opens with $key',
    async (key) => {
      portal = openPortal({ at: '/app/dashboard' })
      await screen.findByRole('button', { name: BOX })
      fireEvent.keyDown(document.body, key)
      expect(await screen.findByRole('combobox')).toBeTruthy()
    },
  )

  it('ignores keys in fields, and single keys if the person turned them off', async () => {
    portal = openPortal({
      at: '/app/dashboard',
      answers: { library: [aCourse('A'), aCourse('B')] },
    })
    await screen.findByRole('button', { name: BOX })
    fireEvent.keyDown(await screen.findByLabelText('Sort by'), { key: '/' })
    fireEvent.keyDown(document.body, { key: '/', altKey: true })
    fireEvent.keyDown(document.body, { key: 'k' })
    localStorage.setItem('rookies-shortcuts', 'off')
    fireEvent.keyDown(document.body, { key: '/' })
    expect(screen.queryByRole('dialog')).toBeNull()
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
    expect(await screen.findByRole('combobox', { name: BOX })).toBeTruthy()
  })

  it('focuses its field during the key press that opens it', async () => {
    portal = openPortal({ at: '/app/dashboard', answers: { search: found } })
    await screen.findByRole('button', { name: BOX })
    fireEvent.keyDown(document.body, { key: '/' })
    const field = screen.getByRole('combobox', { name: BOX })
    expect(document.activeElement).toBe(field)
    // Text and Enter that were typed before the results have loaded take effect then.
    type('git')
    press('Enter')
    await waitFor(() => expect(location.pathname).toBe('/app/courses/git'))
  })

  it('groups the results as links with marks, and announces their number', async () => {
    await openSearch()
    expect(screen.getByText(/^Type at least two letters/)).toBeTruthy()
    type(' git ')
    const courses = within(await screen.findByRole('group', { name: 'Courses' }))
    const course = courses.getByRole('option')
    expect(course.getAttribute('href')).toBe('/app/courses/git')
    expect(course.querySelector('mark')?.textContent).toBe('Git')
    const category = within(screen.getByRole('group', { name: 'Categories' })).getByRole('option')
    expect(category.getAttribute('href')).toBe('/app/dashboard?category=Tools')
    expect(category.textContent).toContain('2 courses')
    const lesson = within(screen.getByRole('group', { name: 'Lessons' })).getByRole('option')
    expect(lesson.getAttribute('href')).toBe('/app/courses/git/lesson/l1?passage=git')
    expect(lesson.textContent).toContain('Git basics')
    expect(screen.getByText('3 results')).toBeTruthy()
    expect(portal.asked('search').map(({ query }) => query.get('query'))).toEqual(['git'])
  })

  it('shows questions as questions, with a link to each in its lesson', async () => {
    const question = {
      ...{ id: 'q1', lesson_id: 'l1', slug: 'git', course: 'Git basics', lesson: 'One' },
      ...{
        title: 'Why \u0002git\u0003?',
        snippet: null,
        state: 'OPEN',
        answers: 0,
        accepted: false,
        answer_id: null,
        answer_accepted: false,
      },
    }
    await openSearch(nothing, { search_questions: [question] })
    type('git')
    const group = await screen.findByRole('group', { name: 'Questions' })
    const link = within(group).getByRole('option')
    expect(link.textContent).toBe('Why git?Open question · One · Git basics')
    expect(link.querySelector('mark')?.textContent).toBe('git')
    expect(link.getAttribute('href')).toBe('/app/courses/git/lesson/l1?question=q1')
    await screen.findByText('1 result')
  })

  it('says that a question was found in an answer, and leads to that answer', async () => {
    const question = (id: string, more: object) => ({
      ...{ id, lesson_id: 'l1', slug: 'git', course: 'Git basics', lesson: 'One', title: 'Help!' },
      ...{ snippet: 'Run \u0002git\u0003 init.', state: 'ANSWERED', answer_accepted: false },
      ...more,
    })
    await openSearch(nothing, {
      search_questions: [
        question('q1', { answer_id: 'a1' }),
        question('q2', { answer_id: 'a2', answer_accepted: true }),
      ],
    })
    type('git')
    const group = await screen.findByRole('group', { name: 'Questions' })
    const [first, second] = within(group).getAllByRole('option')
    expect(first?.textContent).toBe(
      'Help!Answered question · One · Git basicsAnswer: Run git init.',
    )
    expect(first?.querySelector('mark')?.textContent).toBe('git')
    expect(first?.getAttribute('href')).toBe('/app/courses/git/lesson/l1?question=q1&answer=a1')
    expect(second?.textContent).toContain('Accepted answer: Run git init.')
  })

  it('shows the other results if questions cannot be searched', async () => {
    await openSearch(found, { search_questions: () => ({ status: 500, body: { code: 'XX000' } }) })
    type('git')
    await screen.findByText('3 results')
  })

  it('focuses the heading if the result is the lesson that is open', async () => {
    const lessons = found.lessons.map((lesson) => ({ ...lesson, id: 'a', snippet: null }))
    portal = visitCourse('/app/courses/git/lesson/a', { search: { ...found, lessons } })
    const heading = await screen.findByRole('heading', { level: 1, name: 'Lesson a' })
    fireEvent.click(screen.getByRole('button', { name: BOX }))
    await screen.findByRole('combobox')
    type('git')
    fireEvent.click(await screen.findByRole('option', { name: /^One/ }))
    await waitFor(() => expect(document.activeElement).toBe(heading))
    expect(screen.queryByRole('combobox')).toBeNull()
  })

  it('selects the next or previous result by arrow keys, the last one before the first, and opens it by Enter', async () => {
    const input = await openSearch()
    type('git')
    await screen.findAllByRole('option')
    expect(selected()?.id).toBe('course-git')
    expect(input.getAttribute('aria-activedescendant')).toBe('course-git')
    press('ArrowUp')
    expect(selected()?.id).toBe('lesson-l1')
    press('ArrowDown')
    press('ArrowDown')
    expect(selected()?.id).toBe('category-0')
    press('Enter')
    await waitFor(() => expect(location.search).toBe('?category=Tools'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getAllByRole('article')).toHaveLength(1)
  })

  it('opens a result in another tab by Ctrl+Enter, and stays open', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    await openSearch()
    type('git')
    await screen.findAllByRole('option')
    press('Enter', { ctrlKey: true })
    expect(opened).toHaveBeenCalledWith('/app/courses/git', '_blank', 'noopener')
    expect(screen.getByRole('dialog')).toBeTruthy()
  })

  it('keeps the last answer while the next loads, and never shows a late answer for another text', async () => {
    const waiting = new Map<string, (answer: unknown) => void>()
    await openSearch((request: { query: URLSearchParams }) => {
      const text = request.query.get('query') ?? ''
      return new Promise((resolve) => waiting.set(text, (body) => resolve({ body })))
    })
    const named = (slug: string) => ({
      ...nothing,
      courses: [{ ...found.courses[0], slug, title: slug }],
    })
    const asked = (text: string) => waitFor(() => expect(waiting.has(text)).toBe(true))
    type('first')
    await asked('first')
    type('second')
    await asked('second')
    waiting.get('second')?.(named('second'))
    expect(await screen.findByRole('option', { name: /second/ })).toBeTruthy()
    waiting.get('first')?.(named('first'))
    type('third')
    await asked('third')
    expect(screen.getByRole('option').textContent).toContain('second')
    // Enter before the answer takes effect when the answer arrives.
    press('Enter')
    waiting.get('third')?.(named('third'))
    await waitFor(() => expect(location.pathname).toBe('/app/courses/third'))
  })

  it('says which other spelling it searched for, and when it found nothing', async () => {
    await openSearch({ ...found, corrected: 'git' })
    type('gti')
    expect(await screen.findByText(/Showing results for/)).toBeTruthy()
    portal.answer('search', nothing)
    type('xylophone')
    expect(await screen.findByText('Nothing found for “xylophone”')).toBeTruthy()
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(screen.getByText('Nothing found')).toBeTruthy()
  })

  it('says that it failed, and tries again', async () => {
    await openSearch(() => ({ status: 400, body: { code: 'XX000', message: 'boom' } }))
    type('git')
    expect(await screen.findByText('Search failed')).toBeTruthy()
    portal.answer('search', found)
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findAllByRole('option')).toHaveLength(3)
  })

  it('remembers successful searches for this person until they sign out', async () => {
    await openSearch()
    type('git')
    await screen.findAllByRole('option')
    press('Enter')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(localStorage.getItem('rookies-searches:u1')).toBe('["git"]')
    fireEvent.click(screen.getByRole('button', { name: BOX }))
    const recent = await screen.findByRole('option', { name: 'git' })
    expect(recent.getAttribute('aria-selected')).toBe('false')
    press('ArrowDown')
    press('Enter')
    expect(await screen.findAllByRole('option')).toHaveLength(3)
    fireEvent.click(screen.getByRole('button', { name: 'Close search' }))
    fireEvent.click(screen.getByRole('button', { name: 'Account' }))
    fireEvent.click(screen.getByRole('menuitem', { name: 'Sign out' }))
    await waitFor(() => expect(localStorage.getItem('rookies-searches:u1')).toBeNull())
  })

  it('suggests the courses in progress before anything is typed', async () => {
    const at = (day: number) => `2026-01-0${day}T00:00:00+00:00`
    await openSearch(found, {
      library: [
        aCourse('Git', { last_activity_at: at(1) }),
        aCourse('Css', { last_activity_at: at(2) }),
        aCourse('Not Begun', { last_activity_at: null }),
        aCourse('Done', { last_activity_at: at(3), next_lesson_id: null }),
      ],
    })
    const group = await screen.findByRole('group', { name: 'Continue' })
    const options = within(group).getAllByRole('option')
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'Css2 of 4 lessons',
      'Git2 of 4 lessons',
    ])
    expect(options[0]?.getAttribute('href')).toBe('/app/courses/css/lesson/l3')
    expect(options[0]?.getAttribute('aria-selected')).toBe('false')
    // The name is needed because the library's menu for sorting is a combobox too.
    fireEvent.change(screen.getByRole('combobox', { name: BOX }), { target: { value: 'git' } })
    await screen.findByRole('group', { name: 'Lessons' })
    expect(screen.queryByRole('group', { name: 'Continue' })).toBeNull()
  })

  it('remembers a search before the opening call has answered', async () => {
    await openSearch(found, { boot: () => new Promise(() => {}) })
    type('git')
    await screen.findAllByRole('option')
    press('Enter')
    await waitFor(() => expect(localStorage.getItem('rookies-searches:u1')).toBe('["git"]'))
  })

  it('deletes the recent searches when the person asks', async () => {
    await openSearch()
    fireEvent.click(screen.getByRole('button', { name: 'Close search' }))
    localStorage.setItem('rookies-searches:u1', '["git"]')
    fireEvent.click(screen.getByRole('button', { name: BOX }))
    fireEvent.click(await screen.findByRole('button', { name: 'Clear recent searches' }))
    expect(screen.queryByRole('option')).toBeNull()
    expect(localStorage.getItem('rookies-searches:u1')).toBeNull()
  })
})

describe('the library of a category', () => {
  it('shows only courses of the category, keeps the order, and can be removed', async () => {
    portal = openPortal({
      at: '/app/dashboard?category=Tools&sort=alphabetical',
      answers: {
        library: [
          aCourse('Beta', { category: 'Tools' }),
          aCourse('Gamma'),
          aCourse('Alpha', { category: 'Tools' }),
        ],
      },
    })
    expect(await screen.findAllByRole('article')).toHaveLength(2)
    fireEvent.click(screen.getByRole('link', { name: 'Remove filter Tools' }))
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(3))
    expect(location.search).toBe('?sort=alphabetical')
    expect(document.activeElement?.textContent).toBe('Courses Library')
  })

  it('says that the category has no courses', async () => {
    portal = openPortal({
      at: '/app/dashboard?category=None',
      answers: { library: [aCourse('A')] },
    })
    expect(await screen.findByRole('heading', { name: 'No courses in this category' })).toBeTruthy()
    fireEvent.click(screen.getByRole('link', { name: 'Show all courses' }))
    expect(await screen.findByRole('article')).toBeTruthy()
  })
})
