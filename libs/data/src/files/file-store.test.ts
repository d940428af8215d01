import { AuthClient } from '@supabase/auth-js'
import { afterEach, expect, it, vi } from 'vitest'
import { createFileStore } from './file-store'

afterEach(() => vi.unstubAllGlobals())

function storeThat(answers: (paths: string[]) => Response) {
  const calls: { url: string; paths: string[] }[] = []
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    const { paths }: { paths: string[] } = JSON.parse(String(body))
    calls.push({ url, paths })
    return answers(paths)
  })
  const auth = new AuthClient({ url: 'http://project.test/auth/v1', persistSession: false })
  return { calls, store: createFileStore({ url: 'http://project.test/', key: 'k' }, { auth }) }
}

const given = (paths: string[]) =>
  Response.json({ files: paths.map((path) => ({ path, address: `/object/sign/${path}?token=t` })) })

it('requests signed addresses, and leaves out paths without one', async () => {
  const { calls, store } = storeThat((paths) => given(paths.slice(1)))
  expect(await store.sign(['a', 'b'])).toEqual(
    new Map([['b', 'http://project.test/storage/v1/object/sign/b?token=t']]),
  )
  expect(calls).toEqual([{ url: 'http://project.test/functions/v1/sign-files', paths: ['a', 'b'] }])
})

it('splits large requests, and sends no request without paths', async () => {
  const { calls, store } = storeThat(given)
  expect((await store.sign([])).size).toBe(0)
  expect(calls).toEqual([])
  const paths = Array.from({ length: 1001 }, (_, n) => `p${n}`)
  expect([...(await store.sign(paths)).keys()]).toEqual(paths)
  expect(calls.map((call) => call.paths.length)).toEqual([1000, 1])
})

it('throws the error of the edge function', async () => {
  const refuse = (status: number, code: string) =>
    storeThat(() => Response.json({ code, message: 'No.' }, { status })).store.sign(['a'])
  await expect(refuse(403, '42501')).rejects.toMatchObject({ code: '42501', status: 403 })
  await expect(refuse(502, 'API_FAILED')).rejects.toMatchObject({ status: 502 })
  const { store } = storeThat(() => {
    throw new TypeError('Failed to fetch')
  })
  await expect(store.sign(['a'])).rejects.toMatchObject({ code: 'NETWORK' })
})
