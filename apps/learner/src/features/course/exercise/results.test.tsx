// @vitest-environment jsdom
import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { TestList } from './results'

test('lists tests that did not run apart from those that passed or failed', () => {
  render(
    <TestList
      tests={[
        { name: 'adds', ok: true },
        { name: 'takes away', ok: true, not_run: 'SKIPPED' },
        { name: 'divides', ok: true, not_run: 'TODO' },
      ]}
      files={[]}
      onGoTo={() => {}}
    />,
  )
  const left = within(screen.getByRole('list', { name: 'Tests that did not run' }))
  expect(left.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Skipped: takes away',
    'To do: divides',
  ])
  const passed = screen.getByRole('list', { name: 'Passed tests', hidden: true })
  expect(passed.textContent).toBe('adds')
  expect(screen.queryByRole('list', { name: 'Failed tests' })).toBeNull()
})
