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
  const moved: string[] = []
  const parts = path.split('/').slice(0, -1)
  const on = text.replace(SKIPPED, (_, one?: string, other?: string) => {
    turnedOn += 1
    return one ?? other ?? ''
  })
  const placed = on.replace(RELATIVE, (whole, before: string, quote: string, wanted: string) => {
    if (parts.length === 0) return whole
    const found = [...parts]
    for (const part of wanted.split('/')) {
      if (part === '..') found.pop()
      else if (part !== '.' && part !== '') found.push(part)
    }
    const target = `./${found.join('/')}`
    if (target !== wanted) moved.push(wanted)
    return `${before}${quote}${target}${quote}`
  })
  return { text: placed, turnedOn, moved }
}
