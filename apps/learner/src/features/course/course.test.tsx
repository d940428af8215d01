import { localStore } from '@rookies/data/device/store'
import { queueCompletion } from '@rookies/data/progress/queued-completions'
import { outboxOf } from '@rookies/data/sync/waiting'
import { aLesson, anOutline } from '@rookies/data/testing/outline'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { aBody } from '../../testing/fixtures'
import { visitCourse } from '../../testing/open-course'
import type { openPortal } from '../../testing/open-portal'
import { personalKeys } from '../../testing/personal-keys'

let portal: ReturnType<typeof openPortal>
afterEach(() => {
  portal.leave()
  vi.restoreAllMocks()
})

function openCourse(...visit: Parameters<typeof visitCourse>) {
  portal = visitCourse(...visit)
  return portal
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const body = (change: Record<string, unknown>) => ({ lessons: [aBody('a', change)] })

describe("the viewer's address", () => {
  it('opens the first lesson for a person with access, and replaces the bare address', async () => {
    openCourse('/app/courses/git')
    await heading('Lesson a')
    expect(location.pathname).toBe('/app/courses/git/lesson/a')
    await screen.findByText('About a')
    expect(portal.asked('course_outline')).toHaveLength(1)
  })

  it('opens the first free preview for a person without access', async () => {
    const lessons = [aLesson('a', { open: false }), aLesson('b', { free: true })]
    const modules = [{ id: 'm', title: 'M', lessons }]
    openCourse('/app/courses/git', { course_outline: anOutline({ entitled: false, modules }) })
    await heading('Lesson b')
    expect(within(screen.getByRole('complementary')).getByText('Free Preview')).toBeTruthy()
  })

  it('marks an exercise that is in preparation in the outline', async () => {
    const lessons = [aLesson('a'), aLesson('b', { type: 'EXERCISE', in_preparation: true })]
    openCourse('/app/courses/git', {
      course_outline: anOutline({ modules: [{ id: 'm', title: 'M', lessons }] }),
    })
    await heading('Lesson a')
    const outline = within(screen.getByRole('complementary'))
    expect(outline.getByRole('link', { name: /Lesson b In preparation/ })).toBeTruthy()
    expect(outline.getAllByText('In preparation')).toHaveLength(1)
  })

  it('says so when no lesson opens', async () => {
    const modules = [{ id: 'm', title: 'M', lessons: [aLesson('a', { open: false })] }]
    openCourse('/app/courses/git', {
      course_outline: anOutline({ entitled: false, ended: true, modules }),
    })
    await heading('Access required')
    expect(
      screen.getByText(
        "You don't have access to this course. Please contact support or your administrator.",
      ),
    ).toBeTruthy()
    expect(screen.getByText('Your access to this course has ended.')).toBeTruthy()
  })

  it('redirects an old slug to the current one without reading the course again', async () => {
    openCourse('/app/courses/old-git/lesson/b')
    await heading('Lesson b')
    expect(location.pathname).toBe('/app/courses/git/lesson/b')
    expect(portal.asked('course_outline')).toHaveLength(1)
  })

  it("shows the course's start for a lesson of another course", async () => {
    openCourse('/app/courses/git/lesson/elsewhere')
    await heading('Welcome to Git from Zero')
    expect(screen.getByText('Select a lesson from the sidebar to get started.')).toBeTruthy()
    const way = screen.getByRole('link', { name: /^Continue with / })
    expect(way.getAttribute('href')).toBe('/app/courses/git/lesson/a')
  })

  it('moves to the next lesson and focuses its heading', async () => {
    openCourse('/app/courses/git/lesson/b')
    fireEvent.click(await screen.findByRole('link', { name: 'Next Lesson' }))
    const next = await heading('Lesson c')
    await waitFor(() => expect(document.activeElement).toBe(next))
    expect(screen.queryByRole('link', { name: 'Next Lesson' })).toBeNull()
    expect(document.title).toContain('Lesson c')
  })
})

describe('missing content', () => {
  it.each([
    ['a course without modules', anOutline({ modules: [] }), 'This course has no content yet.'],
    [
      'a course without lessons',
      anOutline({ modules: [{ id: 'm', title: 'M', lessons: [] }] }),
      'This course has no lessons yet.',
    ],
  ])('the viewer says that %s has nothing to show', async (_what, course_outline, sentence) => {
    openCourse('/app/courses/git', { course_outline })
    expect(
      await screen.findByText(`${sentence} Please check back later or contact support.`),
    ).toBeTruthy()
  })

  it('the viewer locks a lesson that the person may not open', async () => {
    const modules = [{ id: 'm', title: 'M', lessons: [aLesson('a', { open: false })] }]
    openCourse('/app/courses/git/lesson/a', {
      course_outline: anOutline({ entitled: false, modules }),
    })
    await heading('Access required')
    expect(screen.getByText(/^You don't have access to this lesson\./)).toBeTruthy()
  })

  it('the viewer locks a lesson that was revoked a moment ago, and reads the outline again', async () => {
    openCourse('/app/courses/git/lesson/a', { lessons: [] })
    await heading('Access required')
    await waitFor(() => expect(portal.asked('course_outline')).toHaveLength(2))
  })

  it('the viewer does not find an unknown course, and leads back', async () => {
    openCourse('/app/courses/nope', { course_outline: null })
    await heading('Course not found')
    expect(screen.getByText('Course not found. Please check the URL and try again.')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Go Back' }))
    await heading('Courses Library')
  })

  it('the viewer shows what failed, and retries', async () => {
    openCourse('/app/courses/git', {
      course_outline: () => ({ status: 400, body: { code: '57014', message: 'too slow' } }),
    })
    await heading('Error Loading Course')
    expect(screen.getByText('Failed to load course. Please try again later.')).toBeTruthy()
    expect(screen.getByText('57014')).toBeTruthy()
    portal.answer('course_outline', anOutline())
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await heading('Lesson a')
  })

  it.each([
    ['TEXT', {}, 'No Content Available'],
    ['FILE', {}, 'File Content Not Supported'],
    ['EXTERNAL_LINK', {}, 'No External Link'],
    ['EXTERNAL_LINK', { external_url: 'javascript:alert(1)' }, 'No External Link'],
    ['VIDEO', {}, 'Video not available'],
    ['VIDEO', { video_provider: 'YOUTUBE', video_asset_id: 'not an id' }, 'Video not available'],
  ])('the viewer has a message for %s %o', async (content_type, change, text) => {
    openCourse('/app/courses/git/lesson/a', body({ content_type, ...change }))
    expect(await screen.findByText(text)).toBeTruthy()
  })
})

describe('a lesson', () => {
  it('embeds a video with a title', async () => {
    openCourse(
      '/app/courses/git/lesson/a',
      body({
        content_type: 'VIDEO',
        video_provider: 'YOUTUBE',
        video_asset_id: 'dQw4w9WgXcQ',
        content: 'Some *notes*',
      }),
    )
    fireEvent.click(await screen.findByRole('button', { name: /^Play/ }))
    const player = await screen.findByTitle('Video: Lesson a')
    expect(player.getAttribute('src')).toContain('dQw4w9WgXcQ')
    expect(await screen.findByRole('heading', { name: 'Lesson Notes' })).toBeTruthy()
    expect(await screen.findByText('notes')).toBeTruthy()
  })

  it('shows its external link, its attachments and its instructor', async () => {
    openCourse(
      '/app/courses/git/lesson/a',
      body({
        content_type: 'EXTERNAL_LINK',
        external_url: 'https://example.com/read',
        lesson_attachments: [
          { id: '1', title: 'Slides', url: 'https://example.com/s', sort_order: 0 },
          { id: '2', title: 'Trap', url: 'javascript:alert(1)', sort_order: 1 },
        ],
      }),
    )
    const link = await screen.findByRole('link', { name: /Open link/ })
    expect(link.getAttribute('href')).toBe('https://example.com/read')
    expect(link.getAttribute('rel')).toBe('noopener noreferrer')
    expect(await screen.findByRole('link', { name: /Slides/ })).toBeTruthy()
    expect(screen.queryByText('Trap')).toBeNull()
    expect(screen.getByText('Expert Instructor')).toBeTruthy()
  })

  it('folds modules, and unfolds the module that the person moves into', async () => {
    openCourse('/app/courses/git/lesson/b')
    const outline = within(await screen.findByRole('complementary', { name: 'Course outline' }))
    const module = outline.getByRole('button', { name: /Branches/ })
    expect(module.getAttribute('aria-expanded')).toBe('true')
    fireEvent.click(module)
    expect(outline.queryByRole('link', { name: /Lesson c/ })).toBeNull()
    fireEvent.click(await screen.findByRole('link', { name: 'Next Lesson' }))
    await heading('Lesson c')
    const current = outline.getByRole('link', { name: /Lesson c/ })
    expect(current.getAttribute('aria-current')).toBe('page')
  })

  it('has a ring in the outline that shows how much of its video was watched', async () => {
    const lessons = [aLesson('a'), aLesson('b', { type: 'VIDEO', watched: 34 })]
    const modules = [{ id: 'm', title: 'M', lessons }]
    openCourse('/app/courses/git/lesson/a', { course_outline: anOutline({ modules }) })
    const outline = within(await screen.findByRole('complementary', { name: 'Course outline' }))
    expect(outline.getByRole('link', { name: /Lesson b\s*34% watched/ })).toBeTruthy()
    expect(outline.getByRole('link', { name: /Lesson a$/ })).toBeTruthy()
  })

  it('says its position in the course, and links to the lessons before and after it', async () => {
    openCourse('/app/courses/git/lesson/b')
    const place = within(await screen.findByRole('navigation', { name: 'Position in the course' }))
    expect(place.getByText('First steps')).toBeTruthy()
    expect(place.getByText('Lesson 2 of 3')).toBeTruthy()
    expect(place.getByRole('link', { name: 'Previous: Lesson a' })).toBeTruthy()
    fireEvent.click(place.getByRole('link', { name: 'Next: Lesson c' }))
    await heading('Lesson c')
  })

  it('opens from the outline without a page load, and with a modifier key in another tab', async () => {
    openCourse('/app/courses/git/lesson/a')
    const outline = within(await screen.findByRole('complementary', { name: 'Course outline' }))
    const link = outline.getByRole('link', { name: /Lesson c/ })
    expect(fireEvent.click(link, { ctrlKey: true })).toBe(true)
    expect(location.pathname).toBe('/app/courses/git/lesson/a')
    expect(fireEvent.click(link)).toBe(false)
    await heading('Lesson c')
  })

  it('shows durations as mm:ss and names the type to screen readers', async () => {
    openCourse('/app/courses/git/lesson/a')
    const outline = within(await screen.findByRole('complementary', { name: 'Course outline' }))
    expect(outline.getByRole('link', { name: /Text.*Lesson a.*05:05/ })).toBeTruthy()
  })
})

describe('a completion', () => {
  const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
  const refused = (code: string) => () => ({
    status: 400,
    body: { code, message: 'server says no' },
  })

  it('is shown at once, saved, and can be undone from the toast', async () => {
    openCourse('/app/courses/git/lesson/a')
    fireEvent.click(await button('Mark As Complete'))
    expect((await button('Completed')).ariaDisabled).toBe('true')
    expect(screen.getAllByText('1 of 3 lessons')).not.toHaveLength(0)
    const undo = await button('Undo')
    await waitFor(() =>
      expect(portal.asked('lesson_completions')).toMatchObject([
        { method: 'POST', body: { user_id: 'u1', lesson_id: 'a' } },
      ]),
    )
    portal.answer('lesson_completions', [{ lesson_id: 'a' }])
    fireEvent.click(undo)
    await button('Mark As Complete')
    await waitFor(() =>
      expect(portal.asked('lesson_completions').at(-1)).toMatchObject({ method: 'DELETE' }),
    )
  })

  it('can be undone from the menu of the lesson', async () => {
    const modules = [{ id: 'm', title: 'M', lessons: [aLesson('a', { done: true })] }]
    openCourse('/app/courses/git/lesson/a', {
      course_outline: anOutline({ modules }),
      lesson_completions: [{ lesson_id: 'a' }],
    })
    fireEvent.click(await button('Lesson options'))
    fireEvent.click(screen.getByRole('menuitem', { name: 'Mark as not complete' }))
    expect((await button('Mark As Complete')).ariaDisabled).toBe(null)
  })

  it('is reverted if the server refuses it, with the message of the server', async () => {
    openCourse('/app/courses/git/lesson/a', { lesson_completions: refused('PT409') })
    fireEvent.click(await button('Mark As Complete'))
    expect(await screen.findByText('Failed to save completion: server says no')).toBeTruthy()
    expect((await button('Mark As Complete')).ariaDisabled).toBe(null)
  })

  it('stays if no answer comes, and is sent when the connection returns', async () => {
    let cut = true
    openCourse('/app/courses/git/lesson/a', {
      lesson_completions: () => {
        if (cut) throw new TypeError('fetch failed')
        return { status: 201 }
      },
    })
    fireEvent.click(await button('Mark As Complete'))
    expect(await screen.findByText('Saves when you are back online')).toBeTruthy()
    expect((await button('Completed')).ariaDisabled).toBe('true')
    cut = false
    fireEvent(window, new Event('online'))
    await waitFor(() => expect(screen.queryByText('Saves when you are back online')).toBeNull())
    expect((await button('Completed')).ariaDisabled).toBe('true')
  })

  it("stays when the server fails, and nothing of the server's error page is shown", async () => {
    let broken = true
    openCourse('/app/courses/git/lesson/a', {
      lesson_completions: () => (broken ? { status: 502, body: '<html>bad' } : { status: 201 }),
    })
    fireEvent.click(await button('Mark As Complete'))
    expect(await screen.findByText('Saves when you are back online')).toBeTruthy()
    expect((await button('Completed')).ariaDisabled).toBe('true')
    expect(document.body.textContent).not.toContain('html')
    broken = false
    fireEvent(window, new Event('online'))
    await waitFor(() => expect(personalKeys()).toEqual(['rookies-auth']))
    expect((await button('Completed')).ariaDisabled).toBe('true')
  })

  it('is reverted, and the person is signed out, if the account was disabled', async () => {
    openCourse('/app/courses/git/lesson/a', {
      lesson_completions: refused('42501'),
      my_account_state: { state: 'DISABLED' },
    })
    fireEvent.click(await button('Mark As Complete'))
    expect(
      await screen.findByText('Your account has been disabled. Please contact help@rookies.test.'),
    ).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Log in' })).toBeTruthy()
    expect(screen.queryByText('Lesson completed')).toBeNull()
    expect(portal.asked('lesson_completions')).toHaveLength(1)
    expect(portal.asked('my_account_state')).toHaveLength(1)
    expect(personalKeys()).toEqual([])
  })

  it('that an earlier visit could not send is sent while the course is read', async () => {
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    openCourse('/app/courses/git/lesson/a', {
      course_outline: () => held.then(() => ({ body: anOutline() })),
    })
    queueCompletion(outboxOf('u1', localStore), { lessonId: 'b', slug: 'git', done: true })
    await waitFor(() => expect(personalKeys()).toEqual(['rookies-auth']), { timeout: 8_000 })
    expect(portal.asked('lesson_completions')).toHaveLength(1)
    answer()
    await heading('Lesson a')
  })

  it('waits in the outbox while the account is in maintenance', async () => {
    openCourse('/app/courses/git/lesson/a', {
      lesson_completions: refused('42501'),
      my_account_state: { state: 'MAINTENANCE' },
    })
    fireEvent.click(await button('Mark As Complete'))
    await waitFor(() => expect(portal.asked('my_account_state')).toHaveLength(1))
    expect((await button('Completed')).ariaDisabled).toBe('true')
    portal.answer('lesson_completions', () => ({ status: 201 }))
    fireEvent(window, new Event('online'))
    await waitFor(() => expect(personalKeys()).toEqual(['rookies-auth']))
  })

  it('a lesson whose data is invalid shows an error only in its pane, and works after Retry', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    openCourse('/app/courses/git/lesson/a', { lessons: () => ({ body: [{ description: 7 }] }) })
    const again = await button('Try Again')
    expect(screen.getByText('Failed to load lesson. Please try again later.')).toBeTruthy()
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1, name: 'Lesson a' })).toBeTruthy()
    portal.answer('lessons', () => ({ body: [aBody('a')] }))
    fireEvent.click(again)
    expect(await screen.findByText('About a')).toBeTruthy()
  })

  it('a preview records nothing', async () => {
    openCourse('/app/courses/git/lesson/a', {
      course_outline: anOutline({ entitled: false, can_preview: true }),
    })
    await screen.findByText('About a')
    expect(screen.queryByRole('button', { name: 'Mark As Complete' })).toBeNull()
  })
})
