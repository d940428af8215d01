import { IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DataError } from '../errors'
import { cacheFiles, MAX_FILE_BYTES, MAX_TOTAL_BYTES } from './cache-files'
import { cachedHashes, dropOthers, putCached } from './cache-store'
import { cachedFileName, cachedFiles, parseCachedFileName } from './cached-files'

const pathOf = (number: number) =>
  `0b0c0d0e-0000-4000-8000-${String(number).padStart(12, '0')}/file.png`

const aFile = (number: number, size = 5) => ({
  ...{ path: pathOf(number), name: 'File.png', size, type: 'image/png' },
  ...{ width: 1, height: 1, alt: '' },
})

/** Returns a text lesson with these files as attachments and links to the files in `named`. */
const aLesson = (id: string, files: ReturnType<typeof aFile>[], named = files) => ({
  id,
  content: named.map(({ path }) => `![](lesson-files/${path})`).join('\n'),
  lesson_attachments: [],
  lesson_files: files,
})

type Lesson = ReturnType<typeof aLesson>

const keepLessons = (lessons: Lesson[], user = 'mia') =>
  putCached(
    user,
    new Map(
      lessons.map((lesson) => [
        JSON.stringify(['courses', 'lesson', lesson.id]),
        { text: JSON.stringify(lesson), at: 1 },
      ]),
    ),
    1,
  )

const sign = vi.fn(
  async (paths: readonly string[]): Promise<ReadonlyMap<string, string>> =>
    new Map(paths.map((path) => [path, `https://store.test/${path}?token=t`])),
)
const store = { sign }
const asked = vi.fn(async (_address: string) => new Response('bytes'))
const keep = (isHere = () => true, user = 'mia') => cacheFiles({ user, store, isHere })
const cachedPaths = async (user = 'mia') =>
  (await cachedHashes(user)).flatMap((name) => parseCachedFileName(name)?.path ?? [])

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('IDBKeyRange', IDBKeyRange)
  vi.stubGlobal('fetch', asked)
})
afterEach(() => {
  vi.clearAllMocks()
  vi.unstubAllGlobals()
})

describe('a full device', () => {
  /** Makes the next `times` writes to the database fail because the device is full. */
  function refuses(times: number) {
    const full = vi.spyOn(IDBObjectStore.prototype, 'put')
    for (let time = 0; time < times; time += 1) {
      full.mockImplementationOnce(() => {
        throw new DOMException('no room', 'QuotaExceededError')
      })
    }
  }
  afterEach(() => vi.restoreAllMocks())

  it('deletes files to store texts, and older texts to store newer ones', async () => {
    await keepLessons([aLesson('a', [aFile(1), aFile(2)]), aLesson('b', [])])
    await keep()
    expect(await cachedPaths()).toHaveLength(2)
    const text = { text: '{}', at: 9 }
    const newer = (id: string) =>
      putCached('mia', new Map([[`["courses","lesson","${id}"]`, text]]), null)
    refuses(1)
    await newer('c')
    expect(await cachedPaths()).toEqual([])
    expect(await cachedHashes('mia')).toHaveLength(3)
    refuses(2)
    await newer('d')
    expect((await cachedHashes('mia')).map((hash) => hash.at(-3))).toEqual(['c', 'd'])
    refuses(3)
    await expect(newer('e')).rejects.toThrow('no room')
  })

  it('deletes nothing if that does not make enough room', async () => {
    await keepLessons([aLesson('a', [aFile(1)])])
    await keep()
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('shut', 'InvalidStateError')
    })
    await expect(putCached('mia', new Map([['h', { text: '', at: 1 }]]), null)).rejects.toThrow()
    expect(await cachedPaths()).toHaveLength(1)
  })
})

describe('files of cached lessons', () => {
  it('are stored with their type, and shown offline', async () => {
    const lesson = aLesson('a', [aFile(1), aFile(2)])
    await keepLessons([lesson])
    await keep()
    expect(sign).toHaveBeenCalledTimes(1)
    const found = await cachedFiles('mia', lesson)
    expect([...found.keys()]).toEqual([pathOf(1), pathOf(2)])
    const blob = found.get(pathOf(1))
    expect([blob?.type, await blob?.text()]).toEqual(['image/png', 'bytes'])
  })

  it('are downloaded only once', async () => {
    await keepLessons([aLesson('a', [aFile(1)])])
    await keep()
    await keep()
    expect(asked).toHaveBeenCalledTimes(1)
    expect(sign).toHaveBeenCalledTimes(1)
  })

  it('can be read only by the person who opened the lesson', async () => {
    const lesson = aLesson('a', [aFile(1)])
    await keepLessons([lesson])
    await keep()
    expect(await cachedFiles('ada', lesson)).toEqual(new Map())
    await dropOthers('ada')
    expect(await cachedFiles('mia', lesson)).toEqual(new Map())
  })

  it('are not stored if they are large, or if all files together exceed 20 MB', async () => {
    const half = MAX_FILE_BYTES
    const many = Array.from({ length: 41 }, (_, at) => aFile(10 + at, half))
    await keepLessons([aLesson('a', [aFile(1, half + 1), ...many])])
    await keep()
    expect(await cachedPaths()).toHaveLength(MAX_TOTAL_BYTES / half)
    expect(await cachedPaths()).not.toContain(pathOf(1))
  })

  it('are not stored if they turn out to be larger than the server stated', async () => {
    asked.mockResolvedValueOnce(new Response(new Uint8Array(MAX_FILE_BYTES + 1)))
    await keepLessons([aLesson('a', [aFile(1)])])
    await keep()
    expect(await cachedPaths()).toEqual([])
  })

  it('are files to which the lesson links in its text, or which are attached to it', async () => {
    const files = [aFile(1), aFile(2), aFile(3)]
    const attachment = { url: `lesson-files/${pathOf(2)}` }
    const lesson = { ...aLesson('a', files, [aFile(1)]), lesson_attachments: [attachment] }
    await putCached(
      'mia',
      new Map([['["courses","lesson","a"]', { text: JSON.stringify(lesson), at: 1 }]]),
      1,
    )
    await keep()
    expect((await cachedPaths()).sort()).toEqual([pathOf(1), pathOf(2)])
  })

  it('are deleted when the lesson no longer links to them', async () => {
    await keepLessons([aLesson('a', [aFile(1), aFile(2)])])
    await keep()
    await keepLessons([aLesson('a', [aFile(1), aFile(2)], [aFile(2)])])
    await keep()
    expect(await cachedPaths()).toEqual([pathOf(2)])
  })

  it('are skipped if the person may not download them, or if the download fails', async () => {
    sign.mockResolvedValueOnce(new Map([1, 3].map((at) => [pathOf(at), `https://x/${at}`])))
    asked.mockResolvedValueOnce(new Response('', { status: 400 }))
    await keepLessons([aLesson('a', [aFile(1), aFile(2), aFile(3)])])
    await keep()
    expect(await cachedPaths()).toEqual([pathOf(3)])
  })

  it('are not stored after the person has signed out', async () => {
    let here = true
    asked.mockImplementationOnce(async () => {
      here = false
      return new Response('bytes')
    })
    await keepLessons([aLesson('a', [aFile(1), aFile(2)])])
    await keep(() => here)
    expect(await cachedPaths()).toEqual([])
    expect(asked).toHaveBeenCalledTimes(1)
  })

  it('are downloaded at the next visit if the server signs no addresses now', async () => {
    sign.mockRejectedValueOnce(new DataError({ code: 'NETWORK' }))
    await keepLessons([aLesson('a', [aFile(1)])])
    await expect(keep()).rejects.toThrow(DataError)
    await keep()
    expect(await cachedPaths()).toEqual([pathOf(1)])
  })

  it('cannot be found in an invalid text or without a database, which causes no error', async () => {
    const text = '{"lesson_files": "lesson-files/"}'
    await putCached('mia', new Map([['["courses","lesson","a"]', { text, at: 1 }]]), 1)
    await keep()
    expect(await cachedPaths()).toEqual([])
    vi.stubGlobal('indexedDB', undefined)
    expect(await cachedFiles('mia', aLesson('a', [aFile(1)]))).toEqual(new Map())
  })
})

it('cached files have names that no query has as its hash', () => {
  const file = { lessonId: 'a', path: 'b/c.png', size: 12 }
  expect(parseCachedFileName(cachedFileName(file))).toEqual(file)
  expect(parseCachedFileName('["courses","lesson","a"]')).toBeNull()
})
