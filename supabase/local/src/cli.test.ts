import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { backendEnvironment } from './cli'
import { RAISED_LIMITS } from './config'

test('the default settings are port 4300 and .rookies', () => {
  expect(backendEnvironment({})).toEqual({
    port: 4300,
    dataDir: resolve('.rookies'),
    projectUrl: undefined,
  })
})

test('settings of the environment are used', () => {
  const env = {
    PORT: '8080',
    ROOKIES_DATA: '/srv/data',
    ROOKIES_HOSTS: 'demo.example.org',
    ROOKIES_AUTH_LIMITS: 'raised',
    VITE_SUPABASE_URL: 'https://a.example',
  }
  expect(backendEnvironment(env)).toEqual({
    port: 8080,
    dataDir: '/srv/data',
    hosts: ['demo.example.org'],
    limits: RAISED_LIMITS,
    projectUrl: 'https://a.example',
  })
})

test.each(['0', '65536', '80.5', '-1', 'abc', '1e3', '0x50', ' 80'])(
  'PORT %j is refused',
  (PORT) => {
    expect(() => backendEnvironment({ PORT })).toThrow(
      `PORT must be a whole number from 1 to 65535; it is "${PORT}".`,
    )
  },
)
