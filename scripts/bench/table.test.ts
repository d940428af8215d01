import { expect, test } from 'vitest'
import { report } from './table'

test('the report says how to repeat the bench, what was measured, and what could not be measured', () => {
  const lines = report(
    { people: 5000, courses: 200, callers: 200, seconds: 5 },
    [
      { what: 'Library', value: 0.9, unit: 'ms', target: 3 },
      { what: 'Libraries', value: 900, unit: '1/s', target: 1500, atLeast: true },
    ],
    ['3 of 3: Making 5,000 people, step 4 of 78: broken'],
  ).split('\n')
  expect(lines[0]).toBe('npm run bench -- --people 5000')
  expect(lines[1]).toMatch(/^5,000 people, 200 courses; \d+ x .+, Node\.js v\d/)
  expect(lines.slice(3)).toEqual([
    'Library    0.90 ms  ≤ 3 ms      met',
    'Libraries  900 1/s  ≥ 1500 1/s  NOT MET',
    '',
    'Not measured:',
    '3 of 3: Making 5,000 people, step 4 of 78: broken',
  ])
})
