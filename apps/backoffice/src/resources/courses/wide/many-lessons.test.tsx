import * as content from '@rookies/data/course-editing/course-content'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { BackendContext } from '../../../app/backend'
import { ToastContext } from '../../../app/toasts'
import { backendOf, stubWire } from '../../../test/wire'
import { ModuleList } from '../module-list'

const MODULES = 10
const LESSONS = 30

const modules: content.ModuleSummary[] = Array.from({ length: MODULES }, (_, m) => ({
  id: `m${m}`,
  title: `Module ${m}`,
  index: m,
  updated_at: '2026-11-01T00:00:00Z',
  lessons: Array.from({ length: LESSONS }, (_, n) => ({
    id: `m${m}l${n}`,
    title: `Lesson ${m}.${n}`,
    index: n,
    content_type: 'TEXT' as const,
    video_provider: 'NONE' as const,
    duration_sec: 60,
    free_preview: false,
    description: 'What it is about',
  })),
}))

beforeEach(() => {
  vi.useFakeTimers()
  stubWire(() => ({}))
  vi.stubGlobal('IntersectionObserver', Observer)
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

let tell = (_: { target: Element; isIntersecting: boolean }[]) => {}
/**
 * Replaces IntersectionObserver: rows are near the window only when a test says so. All tests share the first
 * observer.
 */
class Observer {
  constructor(told: typeof tell) {
    tell = told
  }
  observe() {}
  unobserve() {}
}
const scroll = (target: Element, isIntersecting: boolean) => tell([{ target, isIntersecting }])

/** Opens the editor of a course with 300 lessons. */
async function openEditor() {
  // Each complete row calls this once when it renders.
  const drawn = vi.spyOn(content, 'lessonBadges')
  const backend = backendOf('me')
  const router = createMemoryRouter([
    { path: '/', element: <ModuleList courseId="c" modules={modules} /> },
  ])
  const { container } = render(
    <QueryClientProvider client={backend.queries}>
      <BackendContext value={backend}>
        <ToastContext value={() => () => {}}>
          <RouterProvider router={router} />
        </ToastContext>
      </BackendContext>
    </QueryClientProvider>,
  )
  /** Finds an element by its label; a query by role takes seconds in a tree of this size. */
  const named = (name: string) => {
    const found = container.querySelector(`[aria-label="${name}"]`)
    if (!found) throw new Error(`Nothing is called ${name}`)
    return found
  }
  const handles = () => container.querySelectorAll('[aria-label^="Move Lesson"]').length
  return { container, router, named, handles, drawn }
}

it('the editor renders complete rows for the window, and only titles for the other lessons', async () => {
  const { container, handles, drawn } = await openEditor()
  expect(handles()).toBe(24)
  expect(drawn).toHaveBeenCalledTimes(24)
  expect(screen.getByText('Lesson 9.29').tagName).toBe('LI')
  // A complete row has a handle, an icon, texts, a badge and a closed menu; any other row is one node.
  expect(container.querySelectorAll('*').length).toBeLessThan(24 * 40 + MODULES * LESSONS * 2)
})

it('the editor completes a row that comes near the window, and reduces it to a title when it is far and has no focus', async () => {
  const { named, handles } = await openEditor()
  const [one, two] = [screen.getByText('Lesson 9.28'), screen.getByText('Lesson 9.29')]
  act(() => {
    scroll(one, true)
    scroll(two, true)
  })
  expect(handles()).toBe(26)
  const edit = named('Edit Lesson 9.29')
  if (edit instanceof HTMLElement) edit.focus()
  act(() => {
    scroll(one, false)
    scroll(two, false)
  })
  expect(handles()).toBe(25)
  expect(document.activeElement).toBe(edit)
  expect(screen.getByText('Lesson 9.28').tagName).toBe('LI')
})

it('the editor renders no row again for a menu or a changed address', async () => {
  const { router, named, drawn } = await openEditor()
  drawn.mockClear()
  fireEvent.click(named('Actions for Lesson 0.0'))
  fireEvent.click(screen.getByText('Collapse All'))
  await act(async () => router.navigate('/?lesson=m0l0'))
  expect(drawn).not.toHaveBeenCalled()
})

it('the editor renders only the moving row at each step', async () => {
  const { named, drawn } = await openEditor()
  const handle = named('Move Lesson 0.5')
  drawn.mockClear()
  fireEvent.keyDown(handle, { key: ' ' })
  expect(handle.getAttribute('aria-pressed')).toBe('true')
  expect(drawn).toHaveBeenCalledTimes(1)
  fireEvent.keyDown(handle, { key: 'ArrowDown' })
  fireEvent.keyDown(handle, { key: 'ArrowDown' })
  expect(drawn).toHaveBeenCalledTimes(1)
  expect(screen.getByText('Lesson 0.5, place 8 of 30 in Module 0.')).toBeDefined()
  fireEvent.keyDown(handle, { key: 'Escape' })
  expect(drawn).toHaveBeenCalledTimes(2)
})
