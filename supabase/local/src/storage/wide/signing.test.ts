import { expect, test } from 'vitest'
import { ada, headersOf, useStorageProject } from '../../testing/storage-project'

const { url, as, withoutPolicy } = useStorageProject()
const text = (of: string) => new Blob([of], { type: 'text/plain' })

test('the right to a signed upload is checked again at the upload', async () => {
  const own = (await as(ada)).from('own')
  const { data } = await own.createSignedUploadUrl(`${ada}/late.txt`)
  const late = () => own.uploadToSignedUrl(`${ada}/late.txt`, data?.token ?? '', text('late'))
  await withoutPolicy('own_insert', async () => {
    expect((await late()).error).toMatchObject({ statusCode: '403' })
  })
  expect((await late()).error).toBeNull()
})

test('a signed address is valid for an hour at most, whatever lifetime was requested', async () => {
  const own = (await as(ada)).from('own')
  await own.upload(`${ada}/a.txt`, text('mine'))
  const secondsOf = (address: string | null | undefined) => {
    const [, payload = ''] = new URL(address ?? '').searchParams.get('token')?.split('.') ?? []
    const { iat, exp } = JSON.parse(Buffer.from(payload, 'base64url').toString())
    return exp - iat
  }
  for (const [asked, given] of [
    [1, 1],
    [3600, 3600],
    [10 * 365 * 86_400, 3600],
  ] as const) {
    const one = await own.createSignedUrl(`${ada}/a.txt`, asked)
    expect(secondsOf(one.data?.signedUrl)).toBe(given)
    const [first] = (await own.createSignedUrls([`${ada}/a.txt`], asked)).data ?? []
    expect(secondsOf(first?.signedUrl)).toBe(given)
  }
  for (const expiresIn of ['1e300', 'null', '-1', '0', '1.5', '"60"', '[60]', '{}']) {
    for (const [path, more] of [
      [`own/${ada}/a.txt`, ''],
      ['own', `, "paths": ["${ada}/a.txt"]`],
    ]) {
      const answer = await fetch(`${url()}/object/sign/${path}`, {
        method: 'POST',
        headers: await headersOf(ada),
        body: `{"expiresIn": ${expiresIn}${more}}`,
      })
      expect([expiresIn, answer.status]).toEqual([expiresIn, 400])
    }
  }
})
