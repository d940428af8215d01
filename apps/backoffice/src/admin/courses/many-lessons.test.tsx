import type { ModuleSummary } from '@rookies/data/course-editing/course-content'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { BackendContext } from '../../app/backend'
import { ToastContext } from '../../app/toasts'
import { backendOf, stubWire } from '../../test/wire'
import { ModuleList } from './module-list'

/** Each row asks for its badges once when it is drawn. */
const drawn = vi.hoisted(() => ({ rows: 0 }))
vi.mock(import('@rookies/data/course-editing/course-content'), async (original) => {
  const real = await original()
  return {
    ...real,
    lessonBadges: (lesson: Parameters<typeof real.lessonBadges>[0]) => {
      drawn.rows += 1
      return real.lessonBadges(lesson)
    },
  }
})
vi.mock(import('@refinedev/core'), async (original) => ({
  ...(await original()),
  useInvalidate: () => async () => {},
}))

// Three hundred rows take their time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const MODULES = 10
const LESSONS = 30

const modules: ModuleSummary[] = Array.from({ length: MODULES }, (_, m) => ({
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
  // Nothing is near a window that has no size: rows stand as they do far below it.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      unobserve() {}
    },
  )
  drawn.rows = 0
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The content of a course with 300 lessons, once all of it is drawn. */
async function openEditor() {
  const backend = backendOf('me')
  const router = createMemoryRouter([
    { path: '/', element: <ModuleList courseId="c" modules={modules} /> },
  ])
  const { container } = render(
    <BackendContext value={backend}>
      <ToastContext value={() => {}}>
        <RouterProvider router={router} />
      </ToastContext>
    </BackendContext>,
  )
  const first = drawn.rows
  for (let turn = 0; turn < 100 && drawn.rows < MODULES * LESSONS; turn += 1) {
    await act(async () => vi.advanceTimersByTime(1))
  }
  /** By its name alone: asking a tree of this size for roles takes seconds. */
  const named = (name: string) => {
    const found = container.querySelector(`[aria-label="${name}"]`)
    if (!found) throw new Error(`Nothing is called ${name}`)
    return found
  }
  return { container, first, router, named }
}

it('draws what fills the window first, then each of 300 rows once', async () => {
  const { container, first } = await openEditor()
  expect(first).toBeLessThanOrEqual(24)
  expect(drawn.rows).toBe(MODULES * LESSONS)
  expect(container.querySelectorAll('[aria-label^="Move Lesson"]')).toHaveLength(300)
  // A row is a handle, a type, its texts, a badge and two buttons, and no menu that was not opened.
  expect(container.querySelectorAll('*').length / (MODULES * LESSONS)).toBeLessThan(40)
})

it('draws no row again for a menu, or for an address that changes', async () => {
  const { router, named } = await openEditor()
  drawn.rows = 0
  fireEvent.click(named('Actions for Lesson 0.0'))
  fireEvent.click(screen.getByText('Collapse All'))
  await act(async () => router.navigate('/?lesson=m0l0'))
  expect(drawn.rows).toBe(0)
})

it('draws only the row that moves, at each step', async () => {
  const { named } = await openEditor()
  const handle = named('Move Lesson 0.5')
  drawn.rows = 0
  fireEvent.keyDown(handle, { key: ' ' })
  expect(handle.getAttribute('aria-pressed')).toBe('true')
  expect(drawn.rows).toBe(1)
  fireEvent.keyDown(handle, { key: 'ArrowDown' })
  fireEvent.keyDown(handle, { key: 'ArrowDown' })
  expect(drawn.rows).toBe(1)
  expect(screen.getByText('Lesson 0.5, place 8 of 30 in Module 0.')).toBeDefined()
  fireEvent.keyDown(handle, { key: 'Escape' })
  expect(drawn.rows).toBe(2)
})
