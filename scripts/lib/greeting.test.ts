import { expect, test } from 'vitest'
import { greeting } from './greeting.mjs'

const backend = { url: 'http://localhost:4300', dataDir: '/data' }

test('the greeting lists the demo accounts that the data contains', () => {
  const accounts = [
    { email: 'member@rookies.test', kind: 'a member with courses' },
    { email: 'admin@rookies.test', kind: 'administrator' },
  ]
  expect(greeting({ ...backend, accounts })).toContain(`
  Log in with the password  rookies-demo  as
    member@rookies.test  a member with courses
    admin@rookies.test   administrator

  Mail    http://localhost:4300/_mail
  CI      http://localhost:4300/_ci
`)
})

test('the greeting names no password if the data contains no demo account', () => {
  const text = greeting({ ...backend, accounts: [] })
  expect(text).not.toContain('rookies-demo')
  expect(text).toContain('npm run admin -- person@example.org')
})

test('the greeting says that this is never production', () => {
  expect(greeting({ ...backend, accounts: [] })).toContain('never production')
})
