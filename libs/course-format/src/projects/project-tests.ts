import { TESTS_PATH } from '@rookies/exercise-engine/test-files'

const RELATIVE = /(\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)(['"])(\.{1,2}\/[^'"\n]*)\2/g
const SKIPPED = /\bx(test|it|describe)(?=\s*[.(`])|\b(test|it|describe)\.skip(?=\s*[.(`])/g

/** The tests of an exercise as the product runs them, with what was changed. */
export interface PlacedTests {
  text: string
  /** How many skipped tests and groups of tests were turned on. */
  turnedOn: number
  /** The imports that were changed, because the tests moved to another folder. */
  moved: string[]
}

/** Returns tests for their new place, the folder of the exercise. Takes the path at which they were. */
export function placeTests(text: string, path: string): PlacedTests {
  let turnedOn = 0
  const on = text.replace(SKIPPED, (_, one?: string, other?: string) => {
    turnedOn += 1
    return one ?? other ?? ''
  })
  return { ...placeImports(on, path, TESTS_PATH), turnedOn }
}

/** Returns a file whose relative imports lead to the same files after it has moved. */
export function placeImports(
  text: string,
  from: string,
  to: string,
): Pick<PlacedTests, 'text' | 'moved'> {
  const moved: string[] = []
  const folder = from.split('/').slice(0, -1)
  const up = '../'.repeat(to.split('/').length - 1) || './'
  const placed = text.replace(RELATIVE, (whole, before: string, quote: string, wanted: string) => {
    if (folder.join('/') === to.split('/').slice(0, -1).join('/')) return whole
    const found = [...folder]
    for (const part of wanted.split('/')) {
      if (part === '..') found.pop()
      else if (part !== '.' && part !== '') found.push(part)
    }
    moved.push(wanted)
    return `${before}${quote}${up}${found.join('/')}${quote}`
  })
  return { text: placed, moved }
}
