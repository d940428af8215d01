import { describe, expect, it, test } from 'vitest'
import {
  applied,
  type Insertion,
  insertMarks,
  isTextPaste,
  movedBy,
  placeholder,
  removeMark,
  replaceMark,
  withoutMarks,
} from './text-files'

const POT = { name: 'pot.png', type: 'image/png' }
const path = '0b1c2d3e-0000-4000-8000-000000000001/pot.png'
const MARK = '![Uploading pot.png…]()'

/**
 * Inserts placeholders into a text in which `|` marks the caret or both ends of the selection. Returns the new text.
 */
function inserted(marked: string, marks: string[]): string {
  const from = marked.indexOf('|')
  const to = marked.lastIndexOf('|')
  const text = marked.replaceAll('|', '')
  return applied(text, insertMarks({ text, from, to: to === from ? from : to - 1 }, marks))
}

const after = (text: string, change: Insertion | null) => change && applied(text, change)

test('the placeholder contains the file’s name and differs from other placeholders in the text', () => {
  expect(placeholder(POT, '')).toBe(MARK)
  expect(placeholder(POT, `${MARK} and`)).toBe('![Uploading pot.png (2)…]()')
  expect(placeholder({ name: 'a [1]\n.pdf', type: 'application/pdf' }, '')).toBe(
    '[Uploading a 1 .pdf…]()',
  )
})

test.each([
  ['|', [MARK], MARK],
  ['One|\n', [MARK], `One\n\n${MARK}\n`],
  ['One\n|\nTwo', [MARK], `One\n${MARK}\nTwo`],
  ['One| two', [MARK], `One\n\n${MARK}\n\n two`],
  ['|## Two', ['[a]()'], '[a]()\n\n## Two'],
  ['One |two| three', ['[a]()'], 'One [a]() three'],
  ['|', ['[a]()', '[b]()'], '[a]()\n\n[b]()'],
])('files are inserted at the caret in %j', (text, marks, expected) => {
  expect(inserted(text, marks)).toBe(expected)
})

describe('an uploaded file', () => {
  it('replaces its placeholder as a picture with its alternative text', () => {
    const text = `One\n\n${MARK}\n`
    expect(after(text, replaceMark(text, MARK, { ...POT, path }, ' a [red] pot\n'))).toBe(
      `One\n\n![a \\[red\\] pot](lesson-files/${path})\n`,
    )
    expect(after(MARK, replaceMark(MARK, MARK, { ...POT, path }, ''))).toBe(
      `![](lesson-files/${path})`,
    )
  })

  it('replaces its placeholder as a link with its name if it is not a picture', () => {
    const pdf = { path, name: 'a_b.pdf', type: 'application/pdf' }
    expect(after('[x]()', replaceMark('[x]()', '[x]()', pdf, 'unasked'))).toBe(
      `[a\\_b.pdf](lesson-files/${path})`,
    )
  })

  it('is not inserted if the person has deleted its placeholder', () => {
    expect(replaceMark('Another text', MARK, { ...POT, path }, '')).toBeNull()
  })
})

test.each([
  [`One\n\n${MARK}\n\nTwo`, 'One\n\nTwo'],
  [`One\n${MARK}\nTwo`, 'One\nTwo'],
  [`See ${MARK} here`, 'See  here'],
  [MARK, ''],
  [`${MARK}\n\nTwo`, 'Two'],
  ['Nothing of it', null],
])(
  'the placeholder of a failed upload is removed from %j, with its line if nothing else is on the line',
  (text, expected) => {
    expect(after(text, removeMark(text, MARK))).toBe(expected)
  },
)

test('all placeholders are removed from a text that is saved', () => {
  expect(withoutMarks(`One\n\n${MARK}\n\n[Uploading a.pdf…]()\n\nTwo [x]() ![y…]()`)).toBe(
    'One\n\nTwo [x]() ![y…]()',
  )
})

test('the caret stays at its place in the text', () => {
  const change = { from: 4, to: 8, insert: 'longer' }
  expect([0, 4, 6, 8, 10].map((place) => movedBy(place, change))).toEqual([0, 4, 10, 10, 12])
})

test('a picture that an office program copies beside a text is ignored', () => {
  expect(isTextPaste(['text/plain', 'text/html', 'Files'])).toBe(true)
  expect(isTextPaste(['text/html', 'Files'])).toBe(false)
  expect(isTextPaste(['text/plain', 'Files'])).toBe(false)
})
