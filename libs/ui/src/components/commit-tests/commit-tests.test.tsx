import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { CommitTests } from './commit-tests'

const RESULT = {
  ...{ tests: 4, failed: 2, missing: ['boils'] },
  results: [
    { name: 'list > pours', ok: true, skipped: false },
    {
      ...{ name: 'stops', ok: false, skipped: false },
      message:
        'expected <4>\n at tests/a.test.js:2:1\n at /work/src/my tea.js:31:9\n at src/tea.js:8',
    },
    { name: 'cools', ok: false, skipped: true },
    { name: 'smells', ok: true, skipped: true },
  ],
}

it('the tests of a commit begin with the failed ones, and lead to the line that a message names (rules/repositories#results)', () => {
  const page = document.createElement('div')
  page.innerHTML = renderToStaticMarkup(
    <CommitTests
      result={RESULT}
      lineOf={(message) => ({
        text: 'src/tea.js, line 8',
        url: `https://example.org/#${message.slice(-1)}`,
      })}
    />,
  )
  const list = (label: string) =>
    Array.from(page.querySelectorAll(`ul[aria-label="${label}"] > li`), (one) => one.textContent)
  const lists = Array.from(page.querySelectorAll('ul'), (one) => one.getAttribute('aria-label'))
  expect(lists).toEqual(['Failed tests', 'Tests that did not run', 'Passed tests'])
  expect(list('Failed tests')[0]).toMatch(/^Failed: stopsexpected <4>\n/)
  expect(list('Failed tests')[1]).toBe('Failed: coolsIt was skipped.')
  expect(list('Tests that did not run')).toEqual(['Did not run: boils'])
  expect(list('Passed tests')).toEqual(['list › pours', 'smells (skipped)'])
  const open = Array.from(page.querySelectorAll('details'), (one) => one.hasAttribute('open'))
  expect(open).toEqual([true, false, false])
  const links = Array.from(page.querySelectorAll('a'), (one) => [one.textContent, one.href])
  expect(links).toEqual([['src/tea.js, line 8', 'https://example.org/#8']])
})
