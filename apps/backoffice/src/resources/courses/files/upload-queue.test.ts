import { DataError } from '@rookies/data/errors'
import { fileType } from '@rookies/data/files/file-types'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createUploadQueue, type Upload, type UploadQueue, type UploadWire } from './upload-queue'

/** A stand-in for the storage; each test sets its answers. */
interface FakeStorage {
  name: string
  path: string
  calls: string[]
  progress: (share: number) => void
  stop: () => void
  arrive: () => Promise<void>
  refuse: (error: DataError) => Promise<void>
}

let sent: FakeStorage[]
let queue: UploadQueue
let ends: string[]
let begin: UploadWire['begin']
let look: UploadWire['detectType']

const file = (name: string, size = 3) =>
  new File(['x'.repeat(size)], name, { lastModified: 1_700_000_000_000 })

const settled = () => new Promise<void>((resolve) => setTimeout(resolve))

const states = () => queue.get().map(({ name, state }) => `${name} ${state}`)
const idOf = (name: string) => queue.get().find((upload) => upload.name === name)?.id ?? ''
const sending = (name: string) => {
  const found = sent.find((one) => one.name === name)
  if (!found) throw new Error(`${name} is not sent`)
  return found
}

function send({ path, file: { name }, onProgress, onStopped }: Parameters<UploadWire['send']>[0]) {
  const calls: string[] = []
  const call = (what: string) => () => void calls.push(what)
  const sending: FakeStorage = {
    name,
    path,
    calls,
    progress: onProgress,
    stop: () => onStopped(new DataError({ code: 'NETWORK' })),
    arrive: async () => {},
    refuse: async () => {},
  }
  const done = new Promise<void>((resolve, reject) => {
    sending.arrive = async () => {
      resolve()
      await settled()
    }
    sending.refuse = async (error) => {
      reject(error)
      await settled()
    }
  })
  sent.push(sending)
  return Promise.resolve({
    done,
    pause: call('pause'),
    resume: call('resume'),
    cancel: call('cancel'),
  })
}

async function add(...files: File[]) {
  const answer = queue.add(files, 'attachment', {
    onDone: ({ path, width, size }) => ends.push(`done ${path} ${width} ${size}`),
    onGone: ({ name }: Upload) => ends.push(`gone ${name}`),
  })
  await settled()
  return answer
}

beforeEach(() => {
  sent = []
  ends = []
  look = async ({ name }) => ({ name, type: fileType(name) })
  begin = vi.fn(async ({ name }) => `folder/${name}`)
  queue = createUploadQueue({
    detectType: (given) => look(given),
    measure: async ({ name }) => (name.endsWith('.png') ? { width: 40, height: 30 } : null),
    begin: (facts) => begin(facts),
    send,
  })
})

describe('queue of uploads', () => {
  it('the upload queue measures files, uploads two at a time, and hands over the complete ones', async () => {
    await add(file('a.png'), file('b.pdf'), file('c.pdf'))
    const [type, width, height] = ['image/png', 40, 30]
    expect(begin).toHaveBeenCalledWith({ name: 'a.png', type, size: 3, width, height })
    expect(states()).toEqual(['a.png sending', 'b.pdf sending', 'c.pdf waiting'])
    sending('a.png').progress(0.4)
    expect(queue.get()[0]?.share).toBe(0.4)
    await sending('a.png').arrive()
    expect(ends).toEqual(['done folder/a.png 40 3'])
    expect(states()).toEqual(['b.pdf sending', 'c.pdf sending'])
  })

  it('the upload queue refuses files by type and size, each with its sentence', async () => {
    const { added, refused } = await add(file('page.html'), file('empty.pdf', 0), file('a.pdf'))
    expect(added.map(({ name }) => name)).toEqual(['a.pdf'])
    expect(refused).toEqual([
      expect.stringMatching(/^page.html: pages and SVG/),
      'empty.pdf is empty.',
    ])
  })

  it('the upload queue refuses a file by its content before anything is sent, and does not try it again', async () => {
    look = async () => {
      throw new DataError({ code: 'PT422', message: 'report.pdf is a program.' })
    }
    await add(file('report.pdf'))
    expect(queue.get()[0]).toMatchObject({ failure: 'report.pdf is a program.', isFinal: true })
    expect(begin).not.toHaveBeenCalled()
    expect(sent).toEqual([])
  })

  it('the upload queue gives a file the extension that belongs to its content', async () => {
    look = async () => ({ name: 'report.pdf', type: 'application/pdf' })
    await add(file('report.pdf.exe'))
    expect(begin).toHaveBeenCalledWith({ name: 'report.pdf', type: 'application/pdf', size: 3 })
    expect(states()).toEqual(['report.pdf sending'])
  })

  it('the upload queue uploads a file once, however often it is dropped', async () => {
    await add(file('a.pdf'), file('a.pdf'))
    await add(file('a.pdf'))
    expect(sent).toHaveLength(1)
    await sending('a.pdf').arrive()
    await add(file('a.pdf'))
    expect(sent).toHaveLength(2)
  })
})

describe('one upload', () => {
  it('a running upload can be paused, which starts the next one, and resumes where it stopped', async () => {
    await add(file('a.pdf'), file('b.pdf'), file('c.pdf'))
    queue.pause(idOf('a.pdf'))
    await settled()
    expect(states()).toEqual(['a.pdf paused', 'b.pdf sending', 'c.pdf sending'])
    queue.resume(idOf('a.pdf'))
    expect(states()[0]).toBe('a.pdf waiting')
    await sending('b.pdf').arrive()
    expect(states()[0]).toBe('a.pdf sending')
    expect(sending('a.pdf').calls).toEqual(['pause', 'resume'])
    expect(sent).toHaveLength(3)
  })

  it('an upload can be paused or cancelled before it has a path', async () => {
    let tell = (_: string) => {}
    begin = () =>
      new Promise((resolve) => {
        tell = resolve
      })
    await add(file('a.pdf'))
    queue.pause(idOf('a.pdf'))
    tell('folder/a.pdf')
    await settled()
    expect(states()).toEqual(['a.pdf paused'])
    expect(sending('a.pdf').calls).toEqual(['pause'])
    await add(file('b.pdf'))
    queue.cancel(idOf('b.pdf'))
    tell('folder/b.pdf')
    await settled()
    expect(states()).toEqual(['a.pdf paused'])
    expect(sent).toHaveLength(1)
    expect(ends).toEqual(['gone b.pdf'])
  })

  it('an upload stops when the connection is lost, and resumes on request', async () => {
    await add(file('a.pdf'))
    sending('a.pdf').stop()
    expect(states()).toEqual(['a.pdf stopped'])
    queue.resume(idOf('a.pdf'))
    expect(sending('a.pdf').calls).toEqual(['resume'])
    await sending('a.pdf').arrive()
    expect(ends).toEqual(['done folder/a.pdf null 3'])
  })

  it('an upload stops when the request for its path fails', async () => {
    const original = begin
    begin = async () => {
      throw new DataError({ code: 'NETWORK' })
    }
    await add(file('a.pdf'))
    expect(states()).toEqual(['a.pdf stopped'])
    expect(ends).toEqual([])
    begin = original
    queue.resume(idOf('a.pdf'))
    await settled()
    expect(sent).toHaveLength(1)
  })

  it('a refused upload fails with the reason, and requests another path for another try', async () => {
    await add(file('a.pdf'))
    await sending('a.pdf').refuse(new DataError({ code: 'STORAGE_507', message: 'It is full.' }))
    expect(queue.get()[0]).toMatchObject({
      state: 'failed',
      failure: 'It is full.',
      isFinal: false,
    })
    expect(ends).toEqual(['gone a.pdf'])
    queue.resume(idOf('a.pdf'))
    await settled()
    expect(begin).toHaveBeenCalledTimes(2)
    queue.cancel(idOf('a.pdf'))
    expect(queue.get()).toEqual([])
  })

  it.each(['STORAGE_413', 'STORAGE_415', 'STORAGE_403', '42501'])(
    'an upload that failed with %s cannot be tried again, because the error would come again',
    async (code) => {
      await add(file('a.pdf'))
      await sending('a.pdf').refuse(new DataError({ code }))
      expect(queue.get()[0]).toMatchObject({ state: 'failed', isFinal: true })
    },
  )

  it('an upload can be cancelled, and reports that once', async () => {
    await add(file('a.pdf'))
    queue.cancel(idOf('a.pdf'))
    await sending('a.pdf').refuse(new DataError({ code: 'GENERIC_ERROR' }))
    expect(sending('a.pdf').calls).toEqual(['cancel'])
    expect(ends).toEqual(['gone a.pdf'])
  })
})

it('all uploads are cancelled when the dialog closes', async () => {
  await add(file('a.pdf'), file('b.pdf'), file('c.pdf'))
  queue.cancelAll()
  await settled()
  expect(sent.map(({ calls }) => calls)).toEqual([['cancel'], ['cancel']])
  expect([queue.get(), ends]).toEqual([[], []])
})
