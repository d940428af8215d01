import { expect, it } from 'vitest'
import { localMoment } from './moment'

it('has month, day, and year, and a clock of 24 hours', () => {
  expect(localMoment('2027-03-01T20:05:09')).toMatch(/^(1 Mar|Mar 1,) 2027, 20:05$/)
  expect(localMoment('2027-03-01T00:05:09')).toMatch(/, 00:05$/)
})
