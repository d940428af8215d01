import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { createDataClient } from '../session/create-client'
import { mapStorage } from '../testing/memory-storage'
import { sendFile } from './send-file'

// The build for browsers, by the package's `browser` field.
vi.mock('tus-js-client', () => vi.importActual('tus-js-client/lib.esm/browser/index.js'))

/** Paths that were sent to storage, in order. */
const sent: string[] = []

/** Storage's next answers instead of success: a status, and the offset that it reports. */
const answers: { status: number; offset?: string }[] = []

/** A request to storage that accepts every file at once. Like a browser's, it can be aborted only after it was sent. */
class Request {
  onload = () => {}
  status = 201
  #headers = new Map<string, string>()
  #offset: string | undefined

  open() {}
  abort() {}
  setRequestHeader(name: string, value: string) {
    this.#headers.set(name, value)
  }
  send() {
    const [, path = ''] =
      /objectName (\S+?),/.exec(this.#headers.get('Upload-Metadata') ?? '') ?? []
    sent.push(atob(path))
    const { status = 201, offset } = answers.shift() ?? {}
    this.status = status
    this.#offset = offset
    queueMicrotask(this.onload)
  }
  getResponseHeader(name: string) {
    return name === 'Location' ? '/upload' : (this.#offset ?? this.#headers.get('Upload-Length'))
  }
}

const project = { url: 'http://project.test', key: 'anon' }

beforeEach(() => {
  sent.length = 0
  answers.length = 0
  vi.stubGlobal('XMLHttpRequest', Request)
})

afterAll(() => void vi.unstubAllGlobals())

/** A client whose session is unknown until `answer` is called. */
function slowClient() {
  const client = createDataClient({ ...project, storage: mapStorage(new Map()) })
  let answer = () => {}
  const known = new Promise<void>((resolve) => {
    answer = resolve
  })
  const asked = vi.spyOn(client.auth, 'getSession').mockImplementation(async () => {
    await known
    return { data: { session: null }, error: null }
  })
  return { client, answer, asked }
}

const send = (client: ReturnType<typeof createDataClient>, path: string) =>
  sendFile({ project, client, bucket: 'lesson-files', path, file: new File(['A'], 'a.pdf') })

/** Returns what was sent of earlier files; sends two more files one after the other to find out. */
async function sentBefore(): Promise<string[]> {
  const { client, answer } = slowClient()
  answer()
  for (const path of ['later', 'last']) await send(client, path).done
  return sent.filter((path) => path !== 'later' && path !== 'last')
}

it('sends nothing of a file that is cancelled while its session is requested', async () => {
  const { client, answer, asked } = slowClient()
  const sending = send(client, 'cancelled')
  await vi.waitFor(() => expect(asked).toHaveBeenCalled())
  sending.cancel()
  answer()
  await expect(sending.done).rejects.toThrow('The upload was cancelled.')
  expect(await sentBefore()).toEqual([])
})

it('sends nothing of a file that is cancelled before it is read', async () => {
  const { client, answer } = slowClient()
  answer()
  send(client, 'cancelled').cancel()
  expect(await sentBefore()).toEqual([])
})

it('sends a file once that is paused and resumed while its session is requested', async () => {
  const { client, answer, asked } = slowClient()
  const sending = send(client, 'paused')
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(1))
  sending.pause()
  sending.resume()
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(2))
  answer()
  await sending.done
  expect(await sentBefore()).toEqual(['paused'])
})

it('sends nothing while it is paused', async () => {
  const { client, answer, asked } = slowClient()
  const sending = send(client, 'paused')
  await vi.waitFor(() => expect(asked).toHaveBeenCalled())
  sending.pause()
  answer()
  expect(await sentBefore()).toEqual([])
  sending.resume()
  await sending.done
  expect(sent.at(-1)).toBe('paused')
})

it('counts the upload as done if the file exists, because only the answer was lost', async () => {
  const { client, answer } = slowClient()
  answer()
  answers.push({ status: 409 })
  await send(client, 'there').done
  expect(sent).toEqual(['there'])
})

it('counts the upload as done if the offset is beyond the end', async () => {
  const { client, answer } = slowClient()
  answer()
  answers.push({ status: 201, offset: '7' })
  await send(client, 'there').done
  expect(sent).toEqual(['there'])
})

it.each([
  [507, 'STORAGE_507', /the disk of the server is full/],
  [413, 'STORAGE_413', /too large/],
  [415, 'STORAGE_415', /has a type that isn't accepted/],
])('says why storage refused with %i, without another try', async (status, code, message) => {
  const { client, answer } = slowClient()
  answer()
  answers.push({ status })
  const refused = expect.objectContaining({ code, message: expect.stringMatching(message) })
  await expect(send(client, 'refused').done).rejects.toEqual(refused)
  expect(sent).toEqual(['refused'])
})
