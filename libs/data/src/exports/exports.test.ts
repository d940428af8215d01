import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createDataClient } from '../session/create-client'
import { type Cell, csvLines } from './csv'
import { csvStyle, proposedSeparator } from './csv-style'
import { type ExportPiece, type ExportRequest, exportCsv } from './export-csv'

afterEach(() => vi.unstubAllGlobals())

const csvLine = csvLines(csvStyle('comma', 'en'))

/** A parser of CSV according to RFC 4180, written independently of the writer. */
function parse(text: string, separator = ','): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    let cell = ''
    if (text[at] === '"') {
      at += 1
      while (text[at] !== '"' || text[at + 1] === '"') {
        if (at >= text.length) throw new Error('a quote is never closed')
        if (text[at] === '"') at += 1
        cell += text[at]
        at += 1
      }
      at += 1
    } else {
      while (at < text.length && text[at] !== separator && !text.startsWith('\r\n', at)) {
        if (text[at] === '"') throw new Error('a quote in the middle')
        cell += text[at]
        at += 1
      }
    }
    row.push(cell)
    if (text[at] === separator) {
      at += 1
      continue
    }
    if (!text.startsWith('\r\n', at)) throw new Error('a line does not end')
    at += 2
    rows.push(row)
    row = []
  }
  return rows
}

const dangerous = /^[=+\-@\t\r\n＝＋－＠]/
const nasty = fc
  .array(
    fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', "'", ' ', ';', '1', 'é', '＝'),
  )
  .map((signs) => signs.join(''))
const text = fc.oneof(nasty, fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }))
const cell: fc.Arbitrary<Cell> = fc.oneof(
  text,
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
)

describe('a line of CSV', () => {
  it('can be parsed without loss, and no cell begins like a formula', () => {
    fc.assert(
      fc.property(fc.array(fc.array(text, { minLength: 2 }), { minLength: 1 }), (rows) => {
        const back = parse(rows.map(csvLine).join(''))
        expect(back.length).toBe(rows.length)
        for (const [i, row] of rows.entries()) {
          const read = back[i] ?? []
          expect(read.length).toBe(row.length)
          for (const [k, value] of row.entries()) {
            expect(read[k]).toBe(dangerous.test(value) ? `'${value}` : value)
            expect(read[k]).not.toMatch(dangerous)
          }
        }
      }),
    )
  })

  it.each(['semicolon', 'tab'] as const)(
    'can be parsed without loss with a %s as separator',
    (chosen) => {
      const style = csvStyle(chosen, 'de')
      fc.assert(
        fc.property(fc.array(text, { minLength: 2 }), (row) => {
          const [read = []] = parse(csvLines(style)(row), style.separator)
          expect(read).toEqual(row.map((value) => (dangerous.test(value) ? `'${value}` : value)))
        }),
      )
    },
  )

  it.each([
    ['semicolon', 'en', '1,5;-0,25;a,b;"a;b";x\ty\r\n'],
    ['comma', 'de', '1.5,-0.25,"a,b",a;b,x\ty\r\n'],
    ['tab', 'de', '1,5\t-0,25\ta,b\ta;b\t"x\ty"\r\n'],
    ['tab', 'en', '1.5\t-0.25\ta,b\ta;b\t"x\ty"\r\n'],
  ] as const)(
    'uses the decimal separator that fits a %s in the locale %s',
    (chosen, locale, line) => {
      expect(csvLines(csvStyle(chosen, locale))([1.5, -0.25, 'a,b', 'a;b', 'x\ty'])).toBe(line)
    },
  )

  it.each([
    ['en-US', 'comma'],
    ['ja', 'comma'],
    ['he', 'comma'],
    ['de', 'semicolon'],
    ['pt-BR', 'semicolon'],
    ['fr-CA', 'semicolon'],
    ['ru', 'semicolon'],
  ])('uses the separator that spreadsheets in the locale %s expect: a %s', (locale, separator) => {
    expect(proposedSeparator(locale)).toBe(separator)
  })

  it('writes numbers as numbers, and null as an empty cell', () => {
    fc.assert(
      fc.property(fc.array(cell, { minLength: 2 }), (cells) => {
        const [read = []] = parse(csvLine(cells))
        for (const [i, value] of cells.entries()) {
          if (typeof value === 'number') expect(Number(read[i])).toBe(value === 0 ? 0 : value)
          if (value === null) expect(read[i]).toBe('')
        }
      }),
    )
  })

  it.each<[Cell[], string]>([
    [['=HYPERLINK("http://evil.test","x")'], `"'=HYPERLINK(""http://evil.test"",""x"")"\r\n`],
    [['+49 30 123', '-1', -1, '@x', 1.5], `'+49 30 123,'-1,-1,'@x,1.5\r\n`],
    // A pattern that only matches one line would not find this formula.
    [['=1+1\n2'], `"'=1+1\n2"\r\n`],
    [['a,b', 'c"d', ' e', '', null, true], `"a,b","c""d"," e",,,true\r\n`],
    [['a = b', 'x-y'], 'a = b,x-y\r\n'],
  ])('escapes formulas in %j', (cells, line) => {
    expect(csvLine(cells)).toBe(line)
  })
})

describe('an export', () => {
  const storage = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
  const client = createDataClient({ url: 'http://project.test', key: 'anon', storage })

  function answering(answers: [path: string, body: unknown, status?: number][]) {
    const sent: unknown[] = []
    vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
      const request = new Request(input, init)
      sent.push(await request.json())
      const [path, body, status = 200] = answers.shift() ?? ['', null]
      expect(new URL(request.url).pathname).toBe(`/rest/v1/rpc/${path}`)
      return Response.json(body, { status })
    })
    return sent
  }

  const style = { ...csvStyle('comma', 'en'), zone: 'Asia/Tokyo' }

  async function collect(request: ExportRequest, signal = new AbortController().signal) {
    const pieces: ExportPiece[] = []
    for await (const piece of exportCsv(client, request, signal, style)) pieces.push(piece)
    return pieces
  }

  const all = { list: 'members', filter: { search: 'ada', role: '' } } as const

  it('begins with the filter of the list, continues after the last row, and contains the columns that the database allows', async () => {
    const sent = answering([
      ['begin_export', { id: 'x1', total: 3, columns: ['name', 'courses', 'novelty'] }],
      [
        'export_rows',
        { rows: [{ name: 'Ada, née B', courses: 2, novelty: { a: 1 } }], next: ['t', 'k'] },
      ],
      ['export_rows', { rows: [{ name: null, courses: 0 }], next: null }],
    ])
    const pieces = await collect(all)
    expect(pieces.map(({ text }) => text).join('')).toBe(
      '\uFEFFName,Courses,novelty\r\n"Ada, née B",2,"{""a"":1}"\r\n,0,\r\n',
    )
    expect(pieces.map(({ rows, total }) => [rows, total])).toEqual([
      [0, 3],
      [1, 3],
      [2, 3],
    ])
    expect(sent).toEqual([
      { list: 'members', filter: { search: 'ada' } },
      { export_id: 'x1', after: null },
      { export_id: 'x1', after: ['t', 'k'] },
    ])
  })

  it('formats moments in the reader’s time zone, and names the zone', async () => {
    answering([
      ['begin_export', { id: 'x1', total: 2, columns: ['time', 'title'] }],
      [
        'export_rows',
        {
          rows: [
            { time: '2026-11-26T14:05:09.123456+00:00', title: '2026-11-26T14:05:09Z' },
            { time: null, title: null },
          ],
          next: null,
        },
      ],
    ])
    const pieces = await collect({ list: 'audit_logs', filter: {} })
    expect(pieces.map(({ text }) => text).join('')).toBe(
      '\uFEFFTime (Asia/Tokyo),Title\r\n2026-11-26 23:05:09,2026-11-26T14:05:09Z\r\n,\r\n',
    )
  })

  it('throws the error code of a refusal', async () => {
    answering([['begin_export', { code: '42501', message: 'You may not export this list.' }, 403]])
    await expect(collect(all)).rejects.toMatchObject({ code: '42501' })
  })

  it('sends no further request after it was cancelled', async () => {
    const sent = answering([
      ['begin_export', { id: 'x1', total: 9, columns: ['name'] }],
      ['export_rows', { rows: [{ name: 'A' }], next: ['t', 'k'] }],
    ])
    const cancel = new AbortController()
    const pieces: ExportPiece[] = []
    for await (const piece of exportCsv(client, all, cancel.signal, style)) {
      pieces.push(piece)
      if (piece.rows > 0) cancel.abort()
    }
    expect(pieces).toHaveLength(2)
    expect(sent).toHaveLength(2)
  })
})
