import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import WorkFileView from './work-file-view'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

let host: HTMLElement
let root: Root

beforeEach(() => {
  host = document.body.appendChild(document.createElement('div'))
  root = createRoot(host)
})

afterEach(async () => {
  await act(async () => root.unmount())
  host.remove()
})

const show = (name: string, read: () => Promise<Uint8Array<ArrayBuffer>>) =>
  act(async () => root.render(<WorkFileView name={name} read={read} />))
const text = (of: string) => async () => new Uint8Array(new TextEncoder().encode(of))

it('shows a page as coloured text, of which nothing becomes an element', async () => {
  const page = '<!doctype html>\n<script>alert(1)</script>\n<img src=x onerror=alert(1)>'
  await show('index.html', text(page))
  await vi.waitFor(async () => {
    await act(() => new Promise((resolve) => setTimeout(resolve)))
    expect(host.querySelector('.hljs-tag')).not.toBeNull()
  })
  expect(host.querySelector('pre')?.textContent?.trimEnd()).toBe(page)
  expect(host.querySelector('script, img, iframe')).toBeNull()
})

it('shows the cells of a notebook with their outputs, and runs none', async () => {
  const outputs = [{ text: 'tea\n' }, { data: { 'text/html': '<script>alert(1)</script>' } }]
  const code = { cell_type: 'code', source: 'print("tea")', outputs }
  const cells = [{ cell_type: 'markdown', source: '# Tea <b>bold</b>' }, code]
  await show('tea.ipynb', text(JSON.stringify({ cells })))
  expect([...host.querySelectorAll('li')].map((cell) => cell.textContent?.trim())).toEqual([
    '# Tea <b>bold</b>',
    expect.stringMatching(/^print\("tea"\)\s*Output: tea$/),
  ])
  expect(host.querySelector('script, b')).toBeNull()
})

it('draws a picture from bytes that are one, under their own type', async () => {
  const made: string[] = []
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => `blob:${made.push(blob.type)}`,
    revokeObjectURL: () => undefined,
  })
  const png = `89504e470d0a1a0a0000000d49484452${'00000001'.repeat(2)}08060000001f15c489`
  await show('page.html', async () =>
    Uint8Array.from(png.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)),
  )
  expect(host.querySelector('img')?.getAttribute('src')).toBe('blob:1')
  expect(made).toEqual(['image/png'])
})

it('says when a file cannot be shown or fetched', async () => {
  await show('a.bin', text('\0\0'))
  expect(host.textContent).toContain('It cannot be shown here.')
  await act(async () => root.render(null))
  await show('a.txt', () => Promise.reject(new Error('away')))
  expect(host.querySelector('[role="alert"]')?.textContent).toContain('could not be fetched')
})
