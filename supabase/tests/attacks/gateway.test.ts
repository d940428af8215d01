import { expect, test } from 'vitest'
import { project } from '../wire/project'
import { rest } from '../wire/rest'

test('a caller cannot set the time zone in which the database works', async () => {
  const headers = { prefer: 'timezone=Asia/Kathmandu' }
  const token = project.serviceKey
  const { text } = await rest('profiles?select=created_at&limit=1', { token, headers })
  expect(text).toMatch(/\+00:00"\}\]$/)
})
