import { markdownName, NUMBER, numberOf } from '../file-names'
import { ancestorsOf, folderOf, nameOf } from '../paths'

/** Which numbers at the beginning of file names are positions. Other numbers are part of a title. */
export interface NumberedNames {
  /**
   * Returns the number that gives a file or folder its position; null if it has none, or if the number is part of the
   * name.
   */
  orderOf: (path: string) => number | null
  /** Returns whether the number is part of the name. */
  isName: (path: string) => boolean
  /** Files and folders for which the meaning of the number is unclear. The report lists them. */
  doubtful: readonly string[]
}

/** Matches nouns that the number before them counts, as in `2-factor-login`, `12-factor-app`, `100-days-of-code`. */
const COUNTED =
  /^(?:factors?|days?|weeks?|hours?|minutes?|seconds?|months?|years?|ways|things|reasons|mistakes|tiers?|bits?|fold|sided|percent|dimensional|commandments)(?=$|[-_.\s])/i

/** The maximum gap between two numbers of a sequence. */
const LARGEST_GAP = 3

const commonStep = (one: number, other: number): number =>
  other === 0 ? one : commonStep(other, one % other)

/** Returns the numbers that form a sequence: each is close to another one. */
function sequenceOf(numbers: readonly number[]): ReadonlySet<number> {
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
 * Decides which numbers in the names of a course's texts and folders are positions. A number that no neighbouring name
 * continues is part of the name.
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
  const inSequence = new Set<string>()
  const doubtful: string[] = []
  const bareName = (path: string) => markdownName(nameOf(path)) ?? nameOf(path)
  for (const all of below.values()) {
    // An index file takes its position from its folder, so its own name is not compared.
    const neighbours = [...all].filter(
      (path) => !/^(?:_?index|readme|summary)$/i.test(bareName(path)),
    )
    const numbered = neighbours.flatMap((path) => {
      const number = numberOf(bareName(path))
      return number === null ? [] : [{ path, number }]
    })
    const isPadded = ({ path }: { path: string }) => /^(?:0\d|ch|\d+[-_.]\d)/i.test(bareName(path))
    const row = sequenceOf(numbered.map(({ number }) => number))
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
          inSequence.add(path)
          doubtful.push(path)
        }
      } else if (!isInRow && !isFirst && !isAlone) {
        names.add(path)
        doubtful.push(path)
      }
    }
  }
  return {
    // A number in a sequence is a position, even if the following word could belong to it (`2-factor-login`).
    orderOf: (path) => (names.has(path) && !inSequence.has(path) ? null : numberOf(bareName(path))),
    isName: (path) => names.has(path),
    doubtful,
  }
}
