import type { SupabaseClient } from '@supabase/supabase-js'
import { describe, expect, test } from 'vitest'
import { authForFile, follow, startAuth } from '../../testing/auth-server'

const { cluster, server } = await authForFile()

describe('an email that another person signed up before its owner', () => {
  const stranger = 'the first password'
  const owner = 'the second password'
  const signUp = (client: SupabaseClient, email: string, password: string) =>
    client.auth.signUp({ email, password })
  const logsIn = async (email: string, password: string) => {
    const { error } = await server.client().auth.signInWithPassword({ email, password })
    return error?.code ?? 'yes'
  }

  test.each(['implicit', 'pkce'] as const)(
    'accepts only the owner’s password, in the %s flow',
    async (flow) => {
      const email = `prepared-${flow}@example.test`
      await signUp(server.client(flow), email, stranger)
      const theirs = server.client(flow)
      await signUp(theirs, email, owner)
      const { query } = await follow(server.lastLink(email))
      if (flow === 'pkce') {
        expect((await theirs.auth.exchangeCodeForSession(query.get('code') ?? '')).error).toBeNull()
      }
      expect(await logsIn(email, stranger)).toBe('invalid_credentials')
      expect(await logsIn(email, owner)).toBe('yes')
    },
  )

  test('belongs to its owner, even if a stranger signs up with it several times afterwards', async () => {
    const email = 'followed@example.test'
    const theirs = server.client('pkce')
    await signUp(theirs, email, owner)
    await signUp(server.client('pkce'), email, stranger)
    await signUp(server.client(), email, stranger)
    await signUp(server.client('pkce'), email, stranger)
    const { query } = await follow(server.lastLink(email))
    expect(await logsIn(email, stranger)).toBe('invalid_credentials')
    const code = query.get('code') ?? ''
    expect((await theirs.auth.exchangeCodeForSession(code)).error).toBeNull()
    expect(await logsIn(email, stranger)).toBe('invalid_credentials')
    expect(await logsIn(email, owner)).toBe('yes')
  })

  test('accepts no password after a link that does not identify the browser', async () => {
    const email = 'mixed@example.test'
    await signUp(server.client('pkce'), email, owner)
    await signUp(server.client(), email, stranger)
    const { fragment } = await follow(server.lastLink(email))
    expect(fragment.get('access_token')).toBeTruthy()
    expect(await logsIn(email, stranger)).toBe('invalid_credentials')
    expect(await logsIn(email, owner)).toBe('invalid_credentials')
  })

  test('uses the newest sign-up even if no second mail may be sent yet', async () => {
    const paused = await startAuth(cluster, (config) => {
      config.email.maxFrequency = 60
    })
    const email = 'paused@example.test'
    await signUp(paused.client(), email, stranger)
    await signUp(paused.client(), email, owner)
    expect(paused.mailbox.list({ to: email })).toHaveLength(1)
    await follow(paused.lastLink(email))
    expect(await logsIn(email, stranger)).toBe('invalid_credentials')
    expect(await logsIn(email, owner)).toBe('yes')
    await paused.close()
  })

  test('accepts no password after a code, a reset or an invite', async () => {
    const ways: [string, (email: string) => Promise<{ error: unknown }>][] = [
      ['code', (email) => server.client().auth.signInWithOtp({ email })],
      ['recovery', (email) => server.client().auth.resetPasswordForEmail(email)],
      ['invite', async (email) => (await server.server()).auth.admin.inviteUserByEmail(email)],
    ]
    for (const [way, ask] of ways) {
      const email = `prepared-${way}@example.test`
      await signUp(server.client(), email, stranger)
      expect((await ask(email)).error).toBeNull()
      const recovery = server.lastMail(email).links.find((it) => it.includes('/reset-password/'))
      if (recovery) {
        const token_hash = recovery.split('/').at(-1) ?? ''
        const { error } = await server.client().auth.verifyOtp({ type: 'recovery', token_hash })
        expect(error).toBeNull()
      } else {
        const { fragment } = await follow(server.lastLink(email))
        expect(fragment.get('access_token')).toBeTruthy()
      }
      expect([way, await logsIn(email, stranger)]).toEqual([way, 'invalid_credentials'])
    }
  })

  test('keeps the password of the only sign-up, also after a repeated mail', async () => {
    const email = 'alone@example.test'
    await signUp(server.client('pkce'), email, owner)
    await server.client('pkce').auth.resend({ type: 'signup', email })
    // The link is opened on another device, which cannot exchange the code.
    await follow(server.lastLink(email))
    expect(await logsIn(email, owner)).toBe('yes')
  })
})
