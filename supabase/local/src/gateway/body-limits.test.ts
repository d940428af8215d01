import { expect, test } from 'vitest'
import { bodyLimit, bodyLimitOf } from './body-limits'

test('the limit of a body is a megabyte unless another limit is listed', () => {
  expect(bodyLimit).toBe(1_000_000)
  for (const path of ['/rest/v1/rpc/save_lessons', '/rest/v1/x/lessons', '/functions/v1/lessons']) {
    expect(bodyLimitOf(path)).toBe(bodyLimit)
  }
})
