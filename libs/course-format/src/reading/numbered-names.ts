import { markdownName, NUMBER, numberOf } from '../file-names'
import { ancestorsOf, folderOf, nameOf } from '../paths'

/** The meaning of numbers at the beginning of names. */
export interface NumberedNames {
  /**
   * Returns the number that gives a file or folder its position; null if it has none, or if the number is part of the
   * name.
   */
  orderOf: (path: string) => number | null
  /** Returns whether the number is part of the name. */
  isName: (path: string) => boolean
  /** Files and folders whose number may be either, which the report lists. */
  doubtful: readonly string[]
}

/** Words that a number before them counts: `2-factor-login`, `12-factor-app`, `100-days-of-code`. */
const COUNTED =
  /^(?:factors?|days?|weeks?|hours?|minutes?|seconds?|months?|years?|ways|things|reasons|mistakes|tiers?|bits?|fold|sided|percent|dimensional|commandments)(?=$|[-_.\s])/i

/** The largest gap in a sequence of numbers. */
const LARGEST_GAP = 3

const commonStep = (one: number, other: number): number =>
  other === 0 ? one : commonStep(other, one % other)

/** Returns the numbers that form a sequence: each close to another one, with common steps. */
function rowOf(numbers: readonly number[]): ReadonlySet<number> {
  const sorted = [...new Set(numbers)].sort((one, other) => one - other)
  const near = (step: number) =>
    sorted.filter((number, at) => {
      const gaps = [
        number - (sorted[at - 1] ?? Number.NEGATIVE_INFINITY),
        (sorted[at + 1] ?? Number.POSITIVE_INFINITY) - number,
      ]
      return Math.min(...gaps) <= LARGEST_GAP * step
    })
  const step = Math.max(1, sorted.reduce(commonStep, 0))
  return new Set(near(step))
}

function wordsBehind(name: string): string {
  return name.replace(NUMBER, '')
}

/**
 * Decides for the texts of a course which numbers in their names and those of their folders are positions, and which
 * are part of the name: those that no neighbour continues.
 */
export function numberedNames(paths: readonly string[]): NumberedNames {
  const below = new Map<string, Set<string>>()
  for (const path of paths) {
    for (const each of [...ancestorsOf(folderOf(path)), path]) {
      const folder = folderOf(each)
      const known = below.get(folder)
      if (known) known.add(each)
      else below.set(folder, new Set([each]))
    }
  }
  const names = new Set<string>()
  const inRow = new Set<string>()
  const doubtful: string[] = []
  const bareName = (path: string) => markdownName(nameOf(path)) ?? nameOf(path)
  for (const all of below.values()) {
    // An index only names its folder.
    const neighbours = [...all].filter(
      (path) => !/^(?:_?index|readme|summary)$/i.test(bareName(path)),
    )
    const numbered = neighbours.flatMap((path) => {
      const number = numberOf(bareName(path))
      return number === null ? [] : [{ path, number }]
    })
    const isPadded = ({ path }: { path: string }) => /^(?:0\d|ch|\d+[-_.]\d)/i.test(bareName(path))
    const row = rowOf(numbered.map(({ number }) => number))
    for (const each of numbered) {
      const { path, number } = each
      if (isPadded(each)) continue
      const isInRow = row.has(number)
      const isCounted = COUNTED.test(wordsBehind(bareName(path)))
      const others = numbered.filter((other) => other.path !== path)
      const isFirst = number <= 1
      const isAlone = neighbours.length === 1
      if (isCounted && !(isFirst && isInRow)) {
        names.add(path)
        if (isInRow && others.length > 0) {
          inRow.add(path)
          doubtful.push(path)
        }
      } else if (!isInRow && !isFirst && !isAlone) {
        names.add(path)
        doubtful.push(path)
      }
    }
  }
  return {
    // A member of a sequence keeps its position, whatever word follows its number.
    orderOf: (path) => (names.has(path) && !inRow.has(path) ? null : numberOf(bareName(path))),
    isName: (path) => names.has(path),
    doubtful,
  }
}
