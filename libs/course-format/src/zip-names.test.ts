import { describe, expect, test } from 'vitest'
import { readCourseFolder } from './read-course-folder'
import { blobSource, readZip } from './read-zip'
import { bytesOf, checksumOf, type VectorEntry, zipOf } from './testing/zip-vectors'

/** Returns the bytes of a name in a zip. Takes a string with one character per byte, such as `\x9Abung`. */
const raw = (name: string) => Uint8Array.from(name, (sign) => sign.charCodeAt(0))

const utf8 = (name: string) => new TextEncoder().encode(name)

/** Returns the extra field that contains a name in UTF-8, which tools add to a name in a code page. */
function unicodePath(name: Uint8Array, said: string | Uint8Array, checksum = checksumOf(name)) {
  const text = typeof said === 'string' ? utf8(said) : said
  const other = bytesOf([
    [2, 0x5455],
    [2, 2],
    [2, 0],
  ])
  return bytesOf([other, [2, 0x7075], [2, text.length + 5], raw('\x01'), [4, checksum], text])
}

async function read(entries: VectorEntry[]) {
  const zip = zipOf(entries.map((entry, at) => ({ data: `Text ${at}`, flags: 0, ...entry })))
  const { name, files, issues } = await readZip(blobSource(new Blob([zip])), 'tea.zip')
  return {
    name,
    files,
    issues,
    paths: files.map(({ path }) => path),
    reported: issues.map(({ path, message }) => `${path}: ${message}`),
  }
}

/** Returns the decoded names of a zip, and the code page that the report names. */
async function names(host: number, ...stored: string[]) {
  const { paths, reported } = await read(stored.map((name) => ({ name: raw(name), host })))
  const pages = reported.map((line) => line.replace(/^.*was read as (.*)\.$/, '$1'))
  return [...paths, ...new Set(pages)]
}

const DOS = 0
const UNIX = 3

describe('a name that is UTF-8', () => {
  test.each([0, 0x800])('is read as UTF-8, whatever the flag says (%i)', async (flags) => {
    const { paths, issues } = await read([
      { name: 'Übung.md', flags },
      { name: '日本語.md', flags },
    ])
    expect(paths).toEqual(['Übung.md', '日本語.md'])
    expect(issues).toEqual([])
  })

  test('is read from the extra field if the name itself is in a code page', async () => {
    const name = raw('\x9Abung.md')
    const { paths, issues } = await read([
      { name, extra: unicodePath(name, 'Übung.md') },
      { name: 'r_.md', extra: unicodePath(raw('r_.md'), 'レ.md') },
    ])
    expect(paths).toEqual(['Übung.md', 'レ.md'])
    expect(issues).toEqual([])
  })

  test.each([
    ['of another name', (name: Uint8Array) => unicodePath(name, 'evil.md', 7)],
    ['that is not UTF-8 either', (name: Uint8Array) => unicodePath(name, name)],
    ['without a name', (name: Uint8Array) => unicodePath(name, '')],
    ['that is cut off', (name: Uint8Array) => unicodePath(name, 'evil.md').slice(0, -1)],
  ])('is not read from an extra field %s', async (_what, extra) => {
    const name = raw('\x9Abung.md')
    expect((await read([{ name, host: DOS, extra: extra(name) }])).paths).toEqual(['Übung.md'])
  })

  test('is used if the flag says otherwise, or if the extra field differs', async () => {
    const name = utf8('Übung.md')
    const entry = { name, flags: 0x800, extra: unicodePath(name, 'evil.md') }
    expect((await read([entry])).paths).toEqual(['Übung.md'])
  })

  test('does not affect the other names of its zip, and a wrong flag is ignored', async () => {
    expect(
      await read([
        { name: 'Ü.md' },
        { name: raw('gr\x81n.md'), host: DOS },
        { name: raw('bl\x84u.md'), host: DOS, flags: 0x800 },
      ]),
    ).toMatchObject({ paths: ['Ü.md', 'grün.md', 'bläu.md'] })
  })
})

describe('a name in a code page', () => {
  test.each([
    ['Übung.md', '\x9Abung.md'],
    ['Grüße.md', 'Gr\x81\xE1e.md'],
    ['Größe.md', 'Gr\x94\xE1e.md'],
    ['café.md', 'caf\x82.md'],
    ['Élève.md', '\x90l\x8Ave.md'],
    ['château.md', 'ch\x83teau.md'],
    ['Görög.md', 'G\x94r\x94g.md'],
    ['Élèvène.md', '\x90l\x8Av\x8Ane.md'],
    ['mañana.md', 'ma\xA4ana.md'],
    ['Lösungen/Öl.md', 'L\x94sungen/\x99l.md'],
    ['¿Qué es.md', '\xA8Qu\x82 es.md'],
  ])('%s of MS-DOS is read as CP437', async (name, stored) => {
    expect(await names(DOS, stored, 'x.md')).toEqual([name, 'x.md', 'CP437'])
  })

  test.each([
    ['Übung.md', '\xDCbung.md', UNIX],
    ['Übung.md', '\xDCbung.md', DOS],
    ['Grüße.md', 'Gr\xFC\xDFe.md', UNIX],
    ['café.md', 'caf\xE9.md', UNIX],
    ['café.md', 'caf\xE9.md', DOS],
    ['décor.md', 'd\xE9cor.md', UNIX],
    ['Général.md', 'G\xE9n\xE9ral.md', UNIX],
    ['élés.md', '\xE9l\xE9s.md', UNIX],
    ['It’s 1 – 2.md', 'It\x92s 1 \x96 2.md', UNIX],
    ['cœur.md', 'c\x9Cur.md', UNIX],
    ['mañana.md', 'ma\xF1ana.md', DOS],
  ])('%s is read as Windows-1252', async (name, stored, host) => {
    expect(await names(host, stored, 'x.md')).toEqual([name, 'x.md', 'Windows-1252'])
  })

  test.each([
    ['日本語.md', '\x93\xFA\x96\x7B\x8C\xEA.md'],
    ['レッスン.md', '\x83\x8C\x83b\x83X\x83\x93.md'],
    ['テスト.md', '\x83e\x83X\x83g.md'],
    ['はじめに.md', '\x82\xCD\x82\xB6\x82\xDF\x82\xC9.md'],
    ['計算.md', '\x8Cv\x8EZ.md'],
    ['ソ連.md', '\x83\x5C\x98A.md'],
    ['01-茶.md', '01-\x92\x83.md'],
    ['HTML入門.md', 'HTML\x93\xFC\x96\xE5.md'],
    ['Reactとは.md', 'React\x82\xC6\x82\xCD.md'],
    ['第1章 基礎/ﾃｽﾄ.md', '\x91\xE61\x8F\xCD \x8A\xEE\x91b/\xC3\xBD\xC4.md'],
  ])('%s is read as Shift-JIS', async (name, stored) => {
    expect(await names(DOS, stored, 'x.md')).toEqual([name, 'x.md', 'Shift-JIS'])
    expect(await names(UNIX, stored, 'x.md')).toEqual([name, 'x.md', 'Shift-JIS'])
  })

  test('is not read as Shift-JIS if most letters would be half-width katakana', async () => {
    expect(await names(UNIX, '\xC3\xBD\xC4.md')).toEqual(['Ã½Ä.md', 'Windows-1252'])
    // Russian in CP866.
    const russian = '\x82\xA2\xA5\xA4\xA5\xAD\xA8\xA5.md'
    expect(await names(UNIX, russian)).not.toContain('Shift-JIS')
  })

  test('is decoded like the other names of its zip', async () => {
    const cat = '\x94L.md'
    expect(await names(DOS, cat)).toEqual(['öL.md', 'CP437'])
    expect(await names(DOS, cat, '\x83\x8C\x83b.md')).toEqual(['猫.md', 'レッ.md', 'Shift-JIS'])
    expect(await names(DOS, '\x83\x8C\x83b.md', 'caf\x82.md')).not.toContain('Shift-JIS')
    expect(await names(DOS, '\x9Abung.md', 'caf\xE9.md')).toContain('Windows-1252')
  })

  test('is reported once for each zip, and only if files with such names are used', async () => {
    const { name, issues } = await read([
      { name: raw('k\x81che/'), host: DOS },
      { name: raw('k\x81che/a.md'), host: DOS },
      { name: raw('k\x81che/b\x82.png'), host: DOS },
      { name: raw('k\x81che/.\x81.md'), host: DOS },
      { name: raw('k\x81che/\x84.md'), host: DOS },
    ])
    expect(name).toBe('küche')
    const message = 'The name is not UTF-8 and was read as CP437.'
    expect(issues).toEqual([
      { path: 'a.md', message },
      { path: 'ä.md', message },
    ])
  })
})

describe('a backslash in a name', () => {
  test('is a part of a letter in Shift-JIS, or separates folders', async () => {
    // Both 表 and ソ end in 0x5C, the byte of the backslash.
    const stored = ['\x95\x5C/\x83\x5C\x83X.md', '\x95\x5C\\\x83\x8C\x83b.md', '\x95\x5C']
    expect((await read(stored.map((name) => ({ name: raw(name) })))).paths).toEqual([
      '表/ソス.md',
      '表/レッ.md',
      '表',
    ])
  })

  test('at the end makes the entry a folder, also after letters of two bytes', async () => {
    const stored = ['\x95\x5C\\', '\x95\x5C\\\x83\x8C\x83b.md']
    const { name, paths } = await read(stored.map((each) => ({ name: raw(each) })))
    expect([name, ...paths]).toEqual(['表', 'レッ.md'])
  })
})

describe('a decoded name', () => {
  test.each([
    ['../\x83\x8C\x83b.md', 'leads outside the folder'],
    ['..\\\x83\x8C\x83b.md', 'leads outside the folder'],
    ['\\\x83\x8C\x83b.md', 'leads outside the folder'],
    ['\x83\x8C\x83b\x0D.md', 'has unreadable characters in its name'],
    ['x\x81.md', 'has unreadable characters in its name'],
  ])('is left out and reported: %j', async (stored, why) => {
    const { reported, paths } = await read([{ name: raw(stored) }, { name: 'a.md' }])
    expect(paths).toEqual(['a.md'])
    expect(reported).toHaveLength(1)
    expect(reported[0]).toContain(`: The file ${why} and was left out.`)
    expect(reported[0]).not.toMatch(/\p{Cc}/u)
  })

  test('is checked in the same way if it comes from an extra field', async () => {
    const name = raw('a.md')
    const { reported } = await read([{ name, extra: unicodePath(name, '../a.md') }])
    expect(reported).toEqual(['../a.md: The file leads outside the folder and was left out.'])
  })

  test('is imported only once, even if another entry has the same name in another encoding', async () => {
    const { files } = await read([{ name: 'gr\u00FCn.md' }, { name: raw('gr\x81n.md'), host: DOS }])
    const { issues } = readCourseFolder(files, { folderName: 'tea' })
    expect(issues.map(({ message }) => message)).toEqual([
      'The file is listed twice and was left out.',
    ])
  })
})
