import { expect, test } from 'vitest'
import { greeting } from './greeting.mjs'

const backend = { url: 'http://localhost:4300', dataDir: '/data' }

test('the greeting offers the accounts that the data has', () => {
  const accounts = [
    { email: 'member@rookies.test', kind: 'a member with courses' },
    { email: 'admin@rookies.test', kind: 'administrator' },
  ]
  expect(greeting({ ...backend, accounts })).toContain(`
  Log in with the password  rookies-demo  as
    member@rookies.test  a member with courses
    admin@rookies.test   administrator

  Mail    http://localhost:4300/_mail
`)
})

test('the greeting names no password where the data has none of the demo accounts', () => {
  const text = greeting({ ...backend, accounts: [] })
  expect(text).not.toContain('rookies-demo')
  expect(text).toContain('npm run admin -- person@example.org')
})

test('the greeting says that this is never production', () => {
  expect(greeting({ ...backend, accounts: [] })).toContain('never production')
})
