import { UnreadableError } from '@rookies/data/zip/zip-directory'
import { deflateSync } from 'fflate'
import { describe, expect, test, vi } from 'vitest'
import { readCourseFolder } from './read-course-folder'
import { readPickedFiles } from './read-picked-files'
import { blobSource, readZip } from './read-zip'
import * as unpacking from './reading/unpack'
import { READING_LIMITS } from './reading-limits'
import { type VectorEntry, zipOf } from './testing/zip-vectors'

const read = (bytes: Uint8Array<ArrayBuffer>, options = {}) =>
  readZip(blobSource(new Blob([bytes])), 'tea.zip', options)

const paths = async (entries: VectorEntry[]) =>
  (await read(zipOf(entries))).files.map(({ path }) => path)

async function issuesOf(entries: VectorEntry[]) {
  const collected = await read(zipOf(entries))
  const { issues, course } = readCourseFolder(collected.files, { folderName: collected.name })
  return {
    issues: [...collected.issues, ...issues].map(({ path, message }) => `${path}: ${message}`),
    lessons: course.modules.flatMap(({ lessons }) => lessons.map(({ source_path }) => source_path)),
  }
}

describe('a valid zip', () => {
  test('is read, whichever program made it', async () => {
    const zip = zipOf(
      [
        { name: 'Tea/', method: 0, mode: 0o40755 },
        { name: 'Tea/a.md', data: 'Pour.', mode: 0o100644 },
        { name: 'Tea/b/c.md', data: 'Stored.', method: 0 },
        { name: 'Tea/d.md', data: 'Streamed.', flags: 0x808 },
        { name: 'Tea/empty.md', data: '' },
      ],
      { comment: 'made by hand' },
    )
    expect(await read(zip)).toEqual({
      name: 'Tea',
      assets: new Map(),
      suites: [],
      issues: [],
      files: [
        { path: 'a.md', text: 'Pour.' },
        { path: 'b/c.md', text: 'Stored.' },
        { path: 'd.md', text: 'Streamed.' },
        { path: 'empty.md', text: '' },
      ],
    })
  })

  test("can contain the folder of the course, or only the folder's content", async () => {
    expect(await paths([{ name: 'tea/a.md' }, { name: 'tea/b.md' }])).toEqual(['a.md', 'b.md'])
    expect(await paths([{ name: 'a.md' }, { name: 'b/c.md' }])).toEqual(['a.md', 'b/c.md'])
    expect((await read(zipOf([{ name: 'a.md' }]))).name).toBe('tea')
  })

  test('is read without the hidden files of operating systems', async () => {
    const left = ['__MACOSX/tea/._a.md', 'tea/.DS_Store', 'tea/Thumbs.db', 'tea/.git/x.md']
    expect(await paths([...left, 'tea/a.md'].map((name) => ({ name })))).toEqual(['a.md'])
  })

  test('is read if an old tool has written backslashes into its paths', async () => {
    expect(await paths([{ name: 'tea\\b\\a.md' }, { name: 'tea\\c.md' }])).toEqual([
      'b/a.md',
      'c.md',
    ])
  })

  test('has only its texts unpacked: neither other files nor zips inside it', async () => {
    const unpack = vi.spyOn(unpacking, 'unpack')
    const lie = { data: 'x', checksum: 1 }
    const { issues } = await issuesOf([
      { name: 'a.md', data: 'Pour.' },
      { name: 'big.png', ...lie, size: 900_000_000 },
      { name: 'inner.zip', ...lie },
    ])
    expect(unpack).toHaveBeenCalledTimes(1)
    expect(issues).toEqual([
      'big.png: The file is not Markdown and was left out.',
      'inner.zip: The file is not Markdown and was left out.',
    ])
    unpack.mockRestore()
  })

  test('reports the progress of reading, and reading can be cancelled', async () => {
    const zip = zipOf([{ name: 'a.md' }, { name: 'b.md' }])
    const onProgress = vi.fn()
    await read(zip, { onProgress })
    expect(onProgress.mock.calls.map(([{ done }]) => done)).toEqual([0, 1, 2])
    const stop = new AbortController()
    const reading = read(zip, { signal: stop.signal, onProgress: () => stop.abort() })
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('entries of a zip that are not part of a course', () => {
  test.each([
    ['../../etc/passwd.md', 'leads outside the folder'],
    ['tea/../../x.md', 'leads outside the folder'],
    ['/etc/x.md', 'leads outside the folder'],
    ['..\\x.md', 'leads outside the folder'],
    ['\\\\server\\share\\x.md', 'leads outside the folder'],
    ['C:\\x.md', 'leads outside the folder'],
    ['c:x.md', 'leads outside the folder'],
    ['tea/\u202Edm.exe.md', 'has unreadable characters in its name'],
    ['tea/a\nb.md', 'has unreadable characters in its name'],
  ])('leaves out %j and reports it', async (name, why) => {
    const { issues, lessons } = await issuesOf([
      { name, data: 'Evil.' },
      { name: 'a.md', data: 'x' },
    ])
    expect(lessons).toEqual(['a.md'])
    expect(issues).toHaveLength(1)
    expect(issues[0]).toContain(`: The file ${why} and was left out.`)
    expect(issues[0]).not.toMatch(/[\p{Cc}\u202E]/u)
  })

  test('does not follow symbolic links', async () => {
    const link = { name: 'l.md', data: '/etc/passwd', mode: 0o120777 }
    expect(await issuesOf([link, { name: 'a.md', data: 'x' }])).toEqual({
      lessons: ['a.md'],
      issues: ['l.md: The file is a link to another file or folder and was left out.'],
    })
  })

  test('a text that is not UTF-8 is left out, and its line is reported', async () => {
    const utf16 = Uint8Array.from([0xff, 0xfe, 0x41, 0x00])
    expect(
      await issuesOf([
        { name: 'latin.md', data: Uint8Array.from([0x61, 0x0d, 0x0a, 0xe9]) },
        { name: 'utf16.md', data: utf16 },
        { name: 'zero.md', data: 'a\0b' },
        { name: 'bom.md', data: '\uFEFF# Boil\r\n\r\nWater.\r\n' },
      ]),
    ).toEqual({
      lessons: ['bom.md', 'utf16.md'],
      issues: [
        'latin.md: The file is not UTF-8 text and was left out.',
        'zero.md: The file is not UTF-8 text and was left out.',
      ],
    })
  })

  test('only one of two names is imported if they are the same or differ only in case', async () => {
    const names = ['a.md', 'a.md', 'A.md', './a.md']
    const { issues, lessons } = await issuesOf(names.map((name) => ({ name, data: name })))
    expect(lessons).toEqual(['A.md'])
    expect(issues).toHaveLength(3)
    expect(issues[0]).toContain('differs from another one only in capital letters')
  })

  test('a file that is too large is left out without being read', async () => {
    const size = READING_LIMITS.embeddedBytes + 1
    expect(
      await issuesOf([
        { name: 'a.md', data: 'x', size },
        { name: 'b.md', data: 'x' },
      ]),
    ).toEqual({
      lessons: ['b.md'],
      issues: [
        'a.md: The file is larger than 4 MB and was left out. Split it, or move its pictures to files of their own.',
      ],
    })
  })
})

test('a picked file that was deleted afterwards is left out and reported', async () => {
  const gone = Object.assign(new Blob(['x']), { arrayBuffer: () => Promise.reject(new Error()) })
  const picked = [
    { path: 'tea/a.md', file: new Blob(['Pour.']) },
    { path: 'tea/b.md', file: gone },
  ]
  expect(await readPickedFiles(picked)).toEqual({
    name: 'tea',
    assets: new Map(),
    suites: [],
    files: [{ path: 'a.md', text: 'Pour.' }],
    issues: [
      { path: 'b.md', message: 'The file could not be read and was left out.', leftOut: true },
    ],
  })
})

test('at most 10,000 picked files are accepted', async () => {
  const file = new Blob(['x'])
  const picked = Array.from({ length: 10_001 }, (_, n) => ({ path: `tea/${n}.md`, file }))
  await expect(readPickedFiles(picked)).rejects.toThrow('There are more than 10,000 files in it')
})

describe('a damaged, unsupported, or too large zip', () => {
  const ok = { name: 'a.md', data: 'Pour slowly, pour slowly, pour slowly.' }
  const good = zipOf([ok, { name: 'b.md', data: 'x' }])
  const zeros = new Uint8Array(50 * 1024 * 1024)
  const bomb = deflateSync(zeros, { level: 9 })

  const cases: [string, Uint8Array<ArrayBuffer>, RegExp][] = [
    ['not a zip', new TextEncoder().encode('just words, and many of them'), /not a zip file/],
    ['an empty file', new Uint8Array(), /not a zip file/],
    ['cut off', good.slice(0, -30), /cut off/],
    ['cut off early', good.slice(0, 40), /cut off/],
    ['with a password', zipOf([{ ...ok, flags: 0x801 }]), /password/],
    ['with a password and hidden names', zipOf([{ ...ok, flags: 0x2841 }]), /password/],
    ['one part of several', zipOf([ok], { disk: 1 }), /one part of several/],
    ['Zip64', zipOf([{ ...ok, size: 0xffffffff }]), /over 4 GB/],
    ['Zip64 in its end', zipOf([ok], { count: 0xffff }), /over 4 GB/],
    [
      'with an unknown compression',
      zipOf([{ ...ok, method: 14, packed: zeros.slice(0, 9) }]),
      /unsupported/,
    ],
    [
      'with an entry larger than declared',
      zipOf([{ name: 'a.md', packed: bomb, size: 1000 }]),
      /damaged/,
    ],
    ['with an entry smaller than declared', zipOf([{ ...ok, size: 4000 }]), /damaged/],
    ['with a wrong checksum', zipOf([{ ...ok, checksum: 7 }]), /damaged/],
    ['with broken bytes', zipOf([{ ...ok, packed: zeros.slice(0, 20).fill(255) }]), /damaged/],
    [
      'with an uncompressed entry larger than declared',
      zipOf([{ ...ok, method: 0, size: 3 }]),
      /damaged/,
    ],
    [
      'with different names in the directory and the entry',
      zipOf([{ ...ok, localName: 'b.md' }]),
      /damaged/,
    ],
    ['whose directory points at no entry', zipOf([{ ...ok, offset: 3 }]), /damaged/],
    ['whose directory is not at the declared position', zipOf([ok], { tableOffset: 1 }), /damaged/],
    ['with fewer entries than declared', zipOf([ok], { count: 3 }), /damaged/],
    ['with a nameless entry', zipOf([{ ...ok, name: '' }]), /damaged/],
    [
      'with entries that share their bytes',
      zipOf([ok, { ...ok, name: 'b.md', offset: 0, localName: 'a.md' }]),
      /damaged/,
    ],
    [
      'with too much text in total',
      zipOf(
        Array.from({ length: 9 }, (_, n) => ({ ...ok, name: `${n}.md`, size: 4 * 1024 * 1024 })),
      ),
      /more than 32 MB of text/,
    ],
    [
      'with too many entries',
      zipOf(Array.from({ length: 10_001 }, (_, n) => ({ name: `${n}/` }))),
      /more than 10,000 entries/,
    ],
  ]

  test.each(cases)('is refused with a sentence: %s', async (_name, bytes, sentence) => {
    const reading = read(bytes)
    await expect(reading).rejects.toThrow(sentence)
    await expect(reading).rejects.toBeInstanceOf(UnreadableError)
    await expect(reading).rejects.toThrow(/^[A-Z].*\.$/)
  })

  test('is unpacked only up to its stated size', () => {
    const sizes: number[] = []
    const set = Uint8Array.prototype.set
    const watch = vi.spyOn(Uint8Array.prototype, 'set').mockImplementation(function (
      this: Uint8Array,
      source,
      at,
    ) {
      sizes.push(source.length)
      set.call(this, source, at)
    })
    const said = { method: 8, size: 4 * 1024 * 1024, checksum: 0 }
    expect(() => unpacking.unpack(bomb, said)).toThrow(UnreadableError)
    watch.mockRestore()
    const written = sizes.reduce((sum, size) => sum + size, 0)
    expect(written).toBeLessThan(12 * 1024 * 1024)
  })

  test('is treated as damaged if the source returns fewer bytes than it declared', async () => {
    const source = blobSource(new Blob([good]))
    const short = {
      ...source,
      read: async (from: number, to: number) =>
        (await source.read(from, to)).slice(0, to - from - 1),
    }
    await expect(readZip(short, 'x.zip')).rejects.toBeInstanceOf(Error)
  })

  test('is not opened if it is larger than 256 MB', async () => {
    const read = vi.fn()
    await expect(readZip({ size: 300 * 1024 * 1024, read }, 'x.zip')).rejects.toThrow(/256 MB/)
    expect(read).not.toHaveBeenCalled()
  })
})
