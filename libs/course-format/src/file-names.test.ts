import { expect, test } from 'vitest'
import { markdownName, numberOf, titleFromName } from './file-names'

test.each([
  ['html_css', 'HTML CSS'],
  ['DOM_manipulation_and_events', 'DOM Manipulation and Events'],
  ['javascript-basics', 'JavaScript Basics'],
  ['installing_nodejs', 'Installing Node.js'],
  ['setting up git', 'Setting Up Git'],
  ['github-pages', 'GitHub Pages'],
  ['01-intro', 'Intro'],
  ['1. Boil the water', 'Boil the Water'],
  ['the_box_model', 'The Box Model'],
  ['01-02-loops', 'Loops'],
  ['ch01-02-hello-world', 'Hello World'],
  ['ch00-00-introduction', 'Introduction'],
  ['chapter_3_loops', 'Loops'],
  ['2024-05-01-news', 'News'],
  ['1.2.3_deep', 'Deep'],
  ['01-3d-graphics', '3d Graphics'],
  ['chapter-1', 'Chapter 1'],
  ['change-log', 'Change Log'],
  ['the-end-of-the-day', 'The End of the Day'],
  ['iOS-apps', 'iOS Apps'],
  ['ATTRIBUTION', 'Attribution'],
  ['API', 'API'],
  ['2d_games', '2d Games'],
  ['2024', '2024'],
  ['v1.5 notes', 'V1.5 Notes'],
  ['über_tee', 'Über Tee'],
  ['---', '---'],
])('the file or folder name %s gives the title %s', (name, title) => {
  expect(titleFromName(name)).toBe(title)
})

test.each([
  ['01-intro', 1],
  ['2. Setup', 2],
  ['010_x', 10],
  ['ch03-02-loops', 3],
  ['chart', null],
  ['2024', null],
  ['2d_games', null],
  ['intro-2', null],
])('the file or folder name %s has the number %s', (name, number) => {
  expect(numberOf(name)).toBe(number)
})

test('recognises Markdown files by their names', () => {
  expect(['a.md', 'B.MD', 'c.d.markdown', 'a.mdx', '.md', 'md', 'a.txt'].map(markdownName)).toEqual(
    ['a', 'B', 'c.d', 'a', null, null, null],
  )
})
