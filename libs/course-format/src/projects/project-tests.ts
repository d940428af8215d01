import { TESTS_PATH } from '@rookies/exercise-engine/test-files'
import { folderOf, pathFrom } from '../paths'

const RELATIVE = /(\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)(['"])(\.{1,2}\/[^'"\n]*)\2/g
/** Tests that learners turn on one by one. */
const LATER = /\bx(test|it|describe)(?=\s*[.(`])/g
const SKIPPED = /\bx(test|it|describe)(?=\s*[.(`])|\b(test|it|describe)\.skip(?=\s*[.(`])/g

/** The tests of an exercise in the form in which the product runs them, and the number of changes. */
export interface PlacedTests {
  text: string
  /** The number of skipped tests and groups of tests that were activated. */
  turnedOn: number
  /** The changed imports. They were changed because the tests moved to another folder. */
  moved: string[]
}

/**
 * Adapts tests to their new place, the folder of the exercise. Takes the path at which they were.
 *
 * @param keepsSkip whether `test.skip` stays: in Exercism's tests, learners activate `xtest`, and `test.skip` is
 * intended
 */
export function placeTests(text: string, path: string, keepsSkip: boolean): PlacedTests {
  let turnedOn = 0
  const on = text.replace(keepsSkip ? LATER : SKIPPED, (_, one?: string, other?: string) => {
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
  if (folderOf(from) === folderOf(to)) return { text, moved }
  const up = '../'.repeat(to.split('/').length - 1) || './'
  const placed = text.replace(RELATIVE, (whole, before: string, quote: string, wanted: string) => {
    const target = pathFrom(folderOf(from), wanted)
    // If a solution in `.meta` imports a file that exists beside the learner's file, its imports are relative to the
    // learner's file.
    if (target === null || target.startsWith('.meta/')) return whole
    moved.push(wanted)
    return `${before}${quote}${up}${target}${quote}`
  })
  return { text: placed, moved }
}
