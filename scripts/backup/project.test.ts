import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../supabase/local/src/testing/temporary-folder'
import { openSource, openTarget } from './project'
import { secretKeyOf } from './secret-key'

const REF = 'abcdefghijklmnopqrst'
const HOSTED = {
  DATABASE_URL: `postgresql://postgres@db.${REF}.supabase.co/postgres`,
  VITE_SUPABASE_URL: `https://${REF}.supabase.co`,
}

test.each<[string, NodeJS.ProcessEnv, string]>([
  ['an API alone', { VITE_SUPABASE_URL: HOSTED.VITE_SUPABASE_URL }, 'Set DATABASE_URL'],
  ['a database alone', { DATABASE_URL: HOSTED.DATABASE_URL }, 'Set VITE_SUPABASE_URL'],
  [
    'a database elsewhere and the API of this machine',
    { ...HOSTED, VITE_SUPABASE_URL: 'http://localhost:4300' },
    'Set VITE_SUPABASE_URL to the address of its API, too',
  ],
  ['no key', HOSTED, 'Set SUPABASE_SERVICE_ROLE_KEY to the secret key of the project'],
  [
    'two projects',
    { ...HOSTED, SUPABASE_URL: '', VITE_SUPABASE_URL: 'https://other.supabase.co' },
    'The settings name several',
  ],
])(
  'an environment with %s is refused, and the product on this machine is not used instead',
  async (_, env, sentence) => {
    const dataDir = temporaryFolder()
    await expect(openSource(env, { dataDir })).rejects.toThrow(sentence)
    await expect(openTarget(env, { dataDir })).rejects.toThrow(sentence)
  },
)

test('a data folder without data cannot be backed up', async () => {
  await expect(openSource({}, { dataDir: temporaryFolder() })).rejects.toThrow(
    'is not a data folder of Rookies. Set ROOKIES_DATA, or DATABASE_URL,',
  )
})

test.each([
  [[{ name: 'service_role', type: 'legacy', api_key: 'eyJ' }], 'eyJ'],
  [
    [
      { name: 'service_role', type: 'legacy', api_key: 'eyJ' },
      { name: 'default', type: 'publishable', api_key: 'sb_publishable_x' },
      { name: 'default', type: 'secret', api_key: 'sb_secret_x' },
    ],
    'sb_secret_x',
  ],
  [[], undefined],
])(
  'an owner whose project has the keys %j does not have to enter the secret key',
  async (keys, key) => {
    const api = createServer((request, response) => {
      const asked = `/v1/projects/${REF}/api-keys?reveal=true`
      const known = request.url === asked && request.headers.authorization === 'Bearer token'
      response.writeHead(known ? 200 : 401).end(JSON.stringify(known ? keys : {}))
    })
    onTestFinished(() => void api.close())
    await once(api.listen(0, '127.0.0.1'), 'listening')
    const { port } = api.address() as AddressInfo
    const env = { SUPABASE_PROJECT_REF: REF, SUPABASE_API_URL: `http://127.0.0.1:${port}` }
    expect(await secretKeyOf(env)).toBeUndefined()
    expect(await secretKeyOf({ ...env, SUPABASE_ACCESS_TOKEN: 'token' })).toBe(key)
  },
)
