import { expect, test } from 'vitest'
import { compareWithSchema } from './answers'

const legal = (answer: object) =>
  compareWithSchema('select public.legal_texts() as answer', [{ answer }])

test('an answer that does not match its schema raises an error with the function and the place', () => {
  expect(() => legal({ terms: '', privacy: '' })).not.toThrow()
  expect(() => legal({ terms: '', privacy: 1 })).toThrow(
    'The schema of legal_texts() does not describe privacy of {"terms":"","privacy":1}',
  )
})
