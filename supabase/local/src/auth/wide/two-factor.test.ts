import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { freePort } from '../../free-port'
import { localAnonKey } from '../../gateway/local-keys'
import { type Backend, startBackend } from '../../main'
import { makeMigratedDataDir } from '../../testing/cluster'
import { codeFor, stepAt } from '../totp'

// Node 20 has no WebSocket, and createClient requires one.
if (!('WebSocket' in globalThis)) Object.assign(globalThis, { WebSocket })

const folder = mkdtempSync(join(tmpdir(), 'rookies-test-'))
let backend: Backend

/** Starts Auth, PostgREST and the project's functions together. */
beforeAll(async () => {
  backend = await startBackend({
    dataDir: await makeMigratedDataDir(folder),
    port: await freePort(),
  })
})

afterAll(async () => {
  await backend.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function signIn(name: string): Promise<SupabaseClient> {
  const client = createClient(backend.url, localAnonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const email = `${name}@rookies.test`
  const { error } = await client.auth.signInWithPassword({ email, password: 'rookies-demo' })
  expect(error).toBeNull()
  return client
}

async function addApp(client: SupabaseClient, friendlyName: string): Promise<void> {
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName })
  const { id: factorId = '', totp } = data ?? {}
  const code = codeFor(totp?.secret ?? '', stepAt(Date.now()))
  expect((await client.auth.mfa.challengeAndVerify({ factorId, code })).error).toBeNull()
}

const stateOf = async (client: SupabaseClient) => (await client.rpc('my_factors_state')).data
const use = async (client: SupabaseClient, code: string) =>
  (await client.rpc('use_recovery_code', { code })).data

test('a member without the phone signs in with a recovery code and enrols again', async () => {
  const first = await signIn('member')
  expect((await first.rpc('make_recovery_codes')).error).toMatchObject({
    code: 'PT403',
    hint: 'SECOND_FACTOR_NEEDED',
  })
  await addApp(first, 'Lost phone')
  const { data: codes, error } = await first.rpc('make_recovery_codes')
  expect(error).toBeNull()
  expect(codes).toHaveLength(10)
  expect(await stateOf(first)).toMatchObject({ verified: 1, codes_left: 10 })

  const again = await signIn('member')
  const level = await again.auth.mfa.getAuthenticatorAssuranceLevel()
  expect(level.data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
  // The number of wrong codes is stored although the request failed.
  expect(await use(again, '00000-00000-00000-00000')).toEqual({ state: 'WRONG', tries_left: 4 })
  expect(await use(again, '00000-00000-00000-00000')).toEqual({ state: 'WRONG', tries_left: 3 })
  expect(await use(again, codes[0])).toEqual({ state: 'RESET', codes_left: 9 })

  expect((await first.auth.refreshSession()).error?.code).toBe('refresh_token_not_found')
  expect((await again.auth.mfa.listFactors()).data?.all).toEqual([])
  expect((await again.auth.refreshSession()).error).toBeNull()
  await addApp(again, 'New phone')
  expect(await stateOf(again)).toMatchObject({ verified: 1, codes_left: 9 })
})

test('an administrator resets a person’s factors, and the act is recorded', async () => {
  const [admin, moderator] = [await signIn('admin'), await signIn('moderator')]
  await addApp(moderator, 'Lost phone')
  const userId = (await moderator.auth.getUser()).data.user?.id ?? ''
  const denied = await (await signIn('creator')).rpc('reset_factors', { user_id: userId })
  expect(denied.error?.code).toBe('42501')
  expect((await admin.rpc('reset_factors', { user_id: userId })).error).toBeNull()
  expect((await moderator.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
  const { data: log } = await admin
    .from('audit_logs')
    .select('action, target_id, after, user_id')
    .eq('action', 'user.factors_reset')
    .eq('target_id', userId)
  expect(log).toEqual([
    {
      action: 'user.factors_reset',
      target_id: userId,
      after: { factors: 1, means: 'administrator' },
      user_id: (await admin.auth.getUser()).data.user?.id,
    },
  ])
})
