import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { createDataClient } from '../session/create-client'
import { mapStorage } from '../testing/memory-storage'
import { sendFile } from './send-file'

// Tests use the package's build for browsers; Node would load another one.
vi.mock('tus-js-client', () => vi.importActual('tus-js-client/lib.esm/browser/index.js'))

/** The paths of requests to storage, in order. */
const sent: string[] = []

/** The next answers of storage that are not a success: the status, and the offset of the upload. */
const answers: { status: number; offset?: string }[] = []

/**
 * Mocks a request to a storage that accepts each file at once. As in a browser, it can be aborted only after it was
 * sent.
 */
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

/** Creates a client whose session becomes known when `answer` is called. */
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

/** Uploads two more files and returns the requests before them, so that late requests for earlier files are seen. */
async function sentBefore(): Promise<string[]> {
  const { client, answer } = slowClient()
  answer()
  for (const path of ['later', 'last']) await send(client, path).done
  return sent.filter((path) => path !== 'later' && path !== 'last')
}

it('a file that is cancelled while its session is requested is not sent', async () => {
  const { client, answer, asked } = slowClient()
  const sending = send(client, 'cancelled')
  await vi.waitFor(() => expect(asked).toHaveBeenCalled())
  sending.cancel()
  answer()
  await expect(sending.done).rejects.toThrow('The upload was cancelled.')
  expect(await sentBefore()).toEqual([])
})

it('a file that is cancelled before it is read is not sent', async () => {
  const { client, answer } = slowClient()
  answer()
  send(client, 'cancelled').cancel()
  expect(await sentBefore()).toEqual([])
})

it('a file that is paused and resumed while its session is requested is sent only once', async () => {
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

it('a paused upload sends nothing', async () => {
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

it('an upload succeeds if the file exists already, because only an earlier answer was lost', async () => {
  const { client, answer } = slowClient()
  answer()
  answers.push({ status: 409 })
  await send(client, 'there').done
  expect(sent).toEqual(['there'])
})

it('an upload succeeds if storage reports an offset after the end of the file', async () => {
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
])(
  'a refusal with the status %i is reported without another attempt',
  async (status, code, message) => {
    const { client, answer } = slowClient()
    answer()
    answers.push({ status })
    const refused = expect.objectContaining({ code, message: expect.stringMatching(message) })
    await expect(send(client, 'refused').done).rejects.toEqual(refused)
    expect(sent).toEqual(['refused'])
  },
)
