import { EMPTY_TESTS, testPart } from '@rookies/data/assignments/edit-tests'
import fc from 'fast-check'
import type { TestPart } from '../reading/assignment-file'

const nameOfTest = fc
  .string({ unit: 'grapheme', maxLength: 30 })
  .map((name) => name.replace(/\p{Cc}/gu, '').trim() || 'x')
const orNull = (...texts: string[]) => fc.constantFrom(null, ...texts)

/** Any values of an `assignment.yml`, or the defaults of an assignment without tests. */
export const testedPart: fc.Arbitrary<TestPart> = fc.oneof(
  fc.constant(testPart(EMPTY_TESTS)),
  fc.record({
    grader: fc.constant('school/grading/.github/workflows/sum.yml@v1'),
    grader_sha: orNull('a'.repeat(40), '1'.repeat(40)),
    template_url: orNull('https://github.com/school/sum'),
    suite: fc.constantFrom('sum', '007', '1e3'),
    paths: fc.uniqueArray(fc.constantFrom('src', 'main.py', 'no', '.env', '1', 'a b/c')),
    expected: fc.uniqueArray(nameOfTest, { minLength: 1 }),
    tests_do: fc.constantFrom('SHOW', 'GATE', 'PASS'),
    push_hands_in: fc.boolean(),
  }),
)
