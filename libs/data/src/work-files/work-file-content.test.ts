import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { hasView } from '../assignments/work-file-kinds'
import { formatBytes } from '../files/file-size'
import { workFileContent } from './work-file-content'

const bytes = (text: string) => new TextEncoder().encode(text)
const hex = (digits: string) =>
  Uint8Array.from(digits.match(/[\da-f]{2}/g) ?? [], (pair) => Number.parseInt(pair, 16))
const png = (width: string, height: string) =>
  hex(`89504e470d0a1a0a 0000000d49484452 ${width} ${height} 08060000001f15c489`)
const HTML = '<!doctype html><script>alert(1)</script>'

describe('the content of a file that a page shows', () => {
  it.each([
    ['index.html', bytes(HTML), { kind: 'text', text: HTML }],
    ['logo.svg', bytes('<svg onload="x()"/>'), { kind: 'text', text: '<svg onload="x()"/>' }],
    ['notes.txt', hex('fffe 4800 6900'), { kind: 'text', text: 'Hi' }],
    ['fremd.txt', hex('e4 f6 fc'), { kind: 'none', reason: expect.stringContaining('neither') }],
    ['a.bin', hex('00 01 02'), { kind: 'none', reason: expect.stringContaining('neither') }],
    ['long.log', bytes('a'.repeat(600_000)), { kind: 'none', reason: 'It is too long.' }],
    [
      'a.png',
      png('00000001', '00000001'),
      expect.objectContaining({ kind: 'picture', type: 'image/png' }),
    ],
    // The bytes decide about the type, not the name.
    [
      'a.html',
      png('00000001', '00000001'),
      expect.objectContaining({ kind: 'picture', type: 'image/png' }),
    ],
    ['a.png', bytes(HTML), { kind: 'text', text: HTML }],
    [
      'bomb.png',
      png('0000ffff', '0000ffff'),
      { kind: 'none', reason: 'The picture has too many pixels.' },
    ],
    ['cut.png', hex('89504e470d0a1a0a'), { kind: 'none', reason: 'The picture is damaged.' }],
    ['cut.zip', hex('504b0304'), { kind: 'none', reason: expect.stringContaining('list') }],
    ['no.ipynb', bytes('{"cells": 7}'), { kind: 'text', text: '{"cells": 7}' }],
  ])('of the file %s is as expected', async (name, content, shown) => {
    expect(await workFileContent(name, content)).toEqual(shown)
  })

  it('is, for a zip, the list of files in its directory, and nothing is unpacked', async () => {
    const zip = zipSync({ 'src/index.html': bytes(HTML), '../../up\u202Egnp.exe': bytes('x') })
    // The directory claims a size of gigabytes, which must not be allocated.
    new DataView(zip.buffer).setUint32(
      zip.findIndex((_, at) => zip[at] === 0x50 && zip[at + 1] === 0x4b && zip[at + 2] === 1) + 24,
      4_000_000_000,
      true,
    )
    expect(await workFileContent('work.zip', zip)).toEqual({
      kind: 'archive',
      entries: [
        { name: 'src/index.html', size: formatBytes(4_000_000_000) },
        { name: '../../up\uFFFDgnp.exe', size: '1 byte' },
      ],
      more: null,
    })
    const many = Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`${at}`, bytes('')]))
    const shown = await workFileContent('many.zip', zipSync(many, { level: 0 }))
    expect(shown).toMatchObject({ kind: 'archive', more: 'and 1 more file' })
  })

  it('is, for a notebook, its cells with the outputs that are text', async () => {
    const notebook = {
      metadata: { language_info: { name: 'julia' } },
      cells: [
        { cell_type: 'markdown', source: ['# Tea\n', '<script>alert(1)</script>'] },
        {
          cell_type: 'code',
          source: 'brew()',
          outputs: [
            { output_type: 'stream', text: ['\u001b[31mred\u001b[0m\n', 'plain'] },
            { data: { 'text/html': HTML, 'image/svg+xml': '<svg onload="x()"/>' } },
            { data: { 'text/html': HTML, 'text/plain': '<Figure>' } },
            { ename: 'Error', evalue: 'No water', traceback: [HTML] },
          ],
        },
      ],
    }
    const shown = await workFileContent('Tea.IPYNB', bytes(JSON.stringify(notebook)))
    expect(shown).toEqual({
      kind: 'notebook',
      language: 'julia',
      more: null,
      cells: [
        { isCode: false, source: '# Tea\n<script>alert(1)</script>', outputs: [] },
        {
          isCode: true,
          source: 'brew()',
          outputs: ['red\nplain', '<Figure>', 'Error: No water'],
        },
      ],
    })
  })
})

it.each([
  ['index.html', 'text/html', true],
  ['main.py', undefined, true],
  ['main.py', 'application/octet-stream', true],
  ['work.zip', 'application/zip', true],
  ['Tea.ipynb', 'application/x-ipynb+json', true],
  ['report.pdf', 'application/pdf', false],
  ['report.pdf', undefined, false],
  ['setup.exe', 'application/x-msdownload', false],
  ['tea.mp3', 'audio/mpeg', false],
])('hasView() is for %s of type %s: %s', (name, type, is) => {
  expect(hasView({ path: '', name, bytes: 1, ...(type !== undefined && { type }) })).toBe(is)
})
