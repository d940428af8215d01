import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stubMatchMedia } from '../test/match-media'
import * as badge from '../ui/status-badge'
import { CourseSwitches } from './course-switches'

const courses = Array.from({ length: 30 }, (_, i) => ({
  id: `c${i}`,
  slug: `course-${i}`,
  title: `Course ${i}`,
  status: 'PUBLISHED' as const,
}))

/** Stores the selection as the dialogs do: each next selection is computed from the latest one. */
function Choice() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  return (
    <>
      <p>{[...chosen].join()}</p>
      <CourseSwitches
        courses={courses}
        selected={chosen}
        onSwitch={(id, on) => {
          const next = new Set(chosen)
          if (on) next.add(id)
          else next.delete(id)
          setChosen(next)
        }}
        more={({ title }) => `Until when, ${title}?`}
      />
    </>
  )
}

beforeEach(() => stubMatchMedia(false))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('the list of courses renders only the switched line again, and keeps earlier switches', () => {
  // Each rendered line calls StatusBadge once.
  const drawn = vi.spyOn(badge, 'StatusBadge')
  render(<Choice />)
  expect(drawn).toHaveBeenCalledTimes(30)
  drawn.mockClear()
  fireEvent.click(screen.getByLabelText(/^Course 1\//))
  expect(drawn).toHaveBeenCalledOnce()
  fireEvent.click(screen.getByLabelText(/^Course 29\//))
  expect(screen.getByText('c1,c29')).toBeDefined()
  expect(screen.getByText('Until when, Course 29?')).toBeDefined()
  drawn.mockClear()
  fireEvent.click(screen.getByLabelText(/^Course 1\//))
  expect(screen.getByText('c29')).toBeDefined()
  expect(drawn).toHaveBeenCalledOnce()
})
