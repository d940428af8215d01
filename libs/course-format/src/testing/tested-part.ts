import fc from 'fast-check'
import { type TestedPart, UNTESTED } from '../reading/assignment-file'

const nameOfTest = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
const orNull = (...texts: string[]) => fc.constantFrom(null, ...texts)

/** What any `assignment.yml` says, or nothing for an assignment without tests. */
export const testedPart: fc.Arbitrary<TestedPart> = fc.oneof(
  fc.constant(UNTESTED),
  fc.record({
    grader: fc.constant('school/grading/.github/workflows/sum.yml@v1'),
    grader_sha: orNull('a'.repeat(40), '1'.repeat(40)),
    template_url: orNull('https://github.com/school/sum'),
    suite: orNull('sum', '007', '1e3'),
    paths: fc.uniqueArray(fc.constantFrom('src', 'main.py', 'no', '.env', '1', 'a b/c')),
    expected: fc.uniqueArray(nameOfTest.map((name) => name.replaceAll('\0', '').trim() || 'x')),
    tests_do: fc.constantFrom('SHOW', 'GATE', 'PASS'),
    push_hands_in: fc.boolean(),
  }),
)
