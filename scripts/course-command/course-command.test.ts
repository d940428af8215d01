import { describe, expect, test, vi } from 'vitest'
import { findCredentials } from './credentials'
import { openServer } from './server'

describe('account that signs in', () => {
  const nobody = { email: undefined, password: undefined }

  test('the demo administrator signs in only on the default server of this machine', async () => {
    const demo = await findCredentials(nobody, true, null)
    expect(demo).toMatchObject({
      email: 'admin@rookies.test',
      note: expect.stringContaining('demo'),
    })
    await expect(findCredentials(nobody, false, null)).rejects.toThrow('--email (or ROOKIES_EMAIL)')
    await expect(
      findCredentials({ email: 'a@b.test', password: undefined }, true, null),
    ).rejects.toThrow('ROOKIES_PASSWORD is needed to sign in.')
  })

  test('the account is asked for on a terminal', async () => {
    const ask = vi.fn(async (question: string) => (question === 'Email: ' ? ' a@b.test ' : 'pw'))
    expect(await findCredentials(nobody, false, ask)).toEqual({
      email: 'a@b.test',
      password: 'pw',
      note: null,
    })
    expect(ask).toHaveBeenLastCalledWith('Password of a@b.test: ', true)
  })
})

describe('server of a command', () => {
  test.each([
    ['http://localhost:4300/', true],
    ['http://127.0.0.1:4300', true],
    ['http://[::1]:4300', true],
    ['http://127.0.0.1.evil.example', false],
    ['https://project.supabase.co', false],
  ])('%s is a local server: %s', (url, isLocal) => {
    expect(openServer(url, 'key').isLocal).toBe(isLocal)
  })

  test('a server needs a key if it is not local, and a valid address', () => {
    expect(() => openServer('https://project.supabase.co', undefined)).toThrow('publishable key')
    expect(() => openServer('nonsense', 'key')).toThrow('nonsense is not an address')
  })
})
