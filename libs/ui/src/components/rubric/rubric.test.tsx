import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Rubric } from './rubric'

const CRITERIA = [
  {
    id: 'tests',
    title: 'Tests',
    essential: true,
    levels: [
      { title: 'None', points: 0, meaning: 'Nothing is tested.' },
      { title: 'Some', points: 1, meaning: null },
      { title: 'All', points: null, meaning: null },
    ],
  },
  {
    id: 'style',
    title: 'Style',
    essential: false,
    levels: [
      { title: 'Rough', points: null, meaning: null },
      { title: 'Clean', points: 2, meaning: null },
    ],
  },
]

function draw(rubric: ReactElement) {
  const page = document.createElement('div')
  page.innerHTML = renderToStaticMarkup(rubric)
  const texts = (selector: string, within: ParentNode = page) =>
    Array.from(within.querySelectorAll(selector), (one) => one.textContent)
  return {
    titles: texts('h3'),
    levels: Array.from(page.querySelectorAll('ol[aria-label="Levels"]'), (list) =>
      texts('li', list),
    ),
    text: page.textContent,
  }
}

describe('a rubric (rules/assignments#rubric)', () => {
  it('shows criteria and levels in their order, with the points of levels that have some', () => {
    const { titles, levels } = draw(<Rubric criteria={CRITERIA} />)
    expect(titles).toEqual(['Tests', 'Style'])
    expect(levels).toEqual([
      ['None0 pointsNothing is tested.', 'Some1 point', 'All'],
      ['Rough', 'Clean2 points'],
    ])
  })

  it('says which criteria are essential, and which level of them does not pass', () => {
    const { text } = draw(<Rubric criteria={CRITERIA} />)
    expect(text.split('Essential')).toHaveLength(2)
    expect(text).toContain('Work at the level “None” does not pass.')
  })

  it('says which level was reached, and which criteria were not judged', () => {
    const { levels, text } = draw(<Rubric criteria={CRITERIA} reached={{ tests: 1 }} />)
    expect(levels[0]?.[1]).toBe('Reached: Some1 point')
    expect(levels[1]).toEqual(['Rough', 'Clean2 points'])
    expect(text.split('Not judged')).toHaveLength(2)
  })
})
