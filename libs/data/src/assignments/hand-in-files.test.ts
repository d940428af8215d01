import { beforeEach, expect, it, vi } from 'vitest'
import type { DataClient } from '../client'
import { DataError } from '../errors'
import { sendFile } from '../files/send-file'
import { sendWhole } from '../files/send-whole'
import { sendWorkFiles } from './hand-in-files'
import type { WorkFile } from './round'

vi.mock('../files/send-file', () => ({ sendFile: vi.fn() }))
vi.mock('../files/send-whole', () => ({ sendWhole: vi.fn(async () => undefined) }))

const project = { url: 'https://project.test', key: 'anon' }
let asked: { name: string; type: string; size: number }[]
let arrived: WorkFile[]

beforeEach(() => {
  asked = []
  arrived = []
  vi.mocked(sendFile)
    .mockReset()
    .mockImplementation(() => sending(Promise.resolve()))
  vi.mocked(sendWhole).mockClear()
})

const sending = (done: Promise<void>) => ({
  ...{ done, pause: () => undefined, resume: () => undefined, cancel: () => undefined },
})

/** Mocks the requests that begin an upload. `refuse` returns the error for a file, or null. */
function client(refuse: (name: string) => object | null = () => null) {
  const rpc = (_: string, { files }: { files: typeof asked }) => {
    asked.push(...files)
    const error = refuse(files[0]?.name ?? '')
    const answer = error
      ? { data: null, error, status: 422 }
      : { data: [{ path: `p${asked.length}` }], error: null, status: 200 }
    return { abortSignal: async () => answer }
  }
  return { rpc } as unknown as DataClient
}

const send = (files: File[], { room = 20, ...options } = {}, to = client()) =>
  sendWorkFiles(
    {
      ...{ client: to, project, signal: new AbortController().signal, onProgress: () => undefined },
      onSent: (file) => arrived.push(file),
      ...options,
    },
    'lesson',
    files,
    room,
  )

const large = (name: string, size: number) =>
  Object.defineProperty(new File(['x'], name), 'size', { value: size })

it('uploads files of every type as plain bytes, and sends their real types to the database', async () => {
  const names = ['index.html', 'main.py', 'Tea.ipynb', 'logo.svg', 'setup.exe', 'data.bin']
  const contents = ['<!doctype html><h1>Hi</h1>', 'print(1)', '{"cells": []}', '<svg/>', 'MZ', '\0']
  const files = names.map((name, at) => new File([(contents[at] ?? '').padEnd(64, ' ')], name))
  expect(await send(files)).toEqual([])
  expect(asked.map(({ type }) => type)).toEqual([
    'text/html',
    'text/plain',
    'application/x-ipynb+json',
    'image/svg+xml',
    expect.stringMatching(/msdownload|text\/plain/),
    'application/octet-stream',
  ])
  expect(arrived.map(({ name }) => name)).toEqual(names)
  for (const [options] of vi.mocked(sendFile).mock.calls) {
    expect(options).toMatchObject({ bucket: 'work-files', type: 'application/octet-stream' })
  }
})

it('uploads an empty file, because many works contain one', async () => {
  expect(await send([new File([], '__init__.py')])).toEqual([])
  expect(arrived).toEqual([{ path: 'p1', name: '__init__.py', bytes: 0 }])
  expect(vi.mocked(sendWhole).mock.calls[0]?.[2]).toMatchObject([
    { bucket: 'work-files', path: 'p1', type: 'application/octet-stream' },
  ])
})

it('returns each refused file by name, and uploads the others', async () => {
  const limit = 20 * 1024 * 1024
  const files = [
    large('film.mp4', limit + 1),
    large('limit.zip', limit),
    new File(['a'], 'refused.txt'),
    new File(['a'], '../ph\u202Eoto.txt'),
    new File(['a'], 'late.txt'),
  ]
  const refuse = (name: string) =>
    name === 'refused.txt' ? { code: 'PT422', message: 'Too many wait.', hint: 'files' } : null
  expect(await send(files, { room: 3 }, client(refuse))).toEqual([
    { name: 'film.mp4', reason: 'is larger than 20 MB. Link to it instead.' },
    { name: 'late.txt', reason: 'is one too many.' },
    { name: 'refused.txt', reason: 'was not sent: Too many wait.' },
  ])
  expect(arrived.map(({ name }) => name)).toEqual(['limit.zip', 'photo.txt'])
})

it('keeps uploaded files when the connection is lost, and returns the names of the others', async () => {
  vi.mocked(sendFile)
    .mockImplementationOnce(() => sending(Promise.resolve()))
    .mockImplementationOnce(() => sending(Promise.reject(new DataError({ code: 'NETWORK' }))))
  const refused = await send(['a.txt', 'b.txt', 'c.txt'].map((name) => new File(['a'], name)))
  expect(arrived.map(({ name }) => name)).toEqual(['a.txt'])
  expect(refused.map(({ name }) => name)).toEqual(['b.txt', 'c.txt'])
  expect(refused[0]?.reason).toContain('needs a connection')
})

it('stops when nothing can be handed in for the assignment any more', async () => {
  const shut = () => ({ code: 'PT403', message: 'It is not open yet.', hint: 'NOT_OPEN_YET' })
  await expect(
    send([new File(['a'], 'a.txt'), new File(['b'], 'b.txt')], {}, client(shut)),
  ).rejects.toThrow('It is not open yet.')
  expect(asked).toHaveLength(1)
})
