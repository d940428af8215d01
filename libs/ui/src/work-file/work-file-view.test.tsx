import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import WorkFileView, { type WorkFileViewProps } from './work-file-view'

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

const show = (name: string, read: WorkFileViewProps['read']) =>
  act(async () => root.render(<WorkFileView name={name} read={read} />))

it('shows the source of an HTML file as highlighted text, and creates none of its elements', async () => {
  const page = '<!doctype html>\n<script>alert(1)</script>\n<img src=x onerror=alert(1)>'
  await show('index.html', async () => ({ kind: 'text', text: page }))
  await vi.waitFor(async () => {
    await act(() => new Promise((resolve) => setTimeout(resolve)))
    expect(host.querySelector('.hljs-tag')).not.toBeNull()
  })
  expect(host.querySelector('pre')?.textContent?.trimEnd()).toBe(page)
  expect(host.querySelector('script, img, iframe')).toBeNull()
})

it('shows the cells of a notebook with their outputs, and runs none of them', async () => {
  const cells = [
    { isCode: false, source: '# Tea <b>bold</b>', outputs: [] },
    { isCode: true, source: 'print("tea")', outputs: ['tea'] },
  ]
  const more = '1 more cell. Download the file to read them.'
  await show('tea.ipynb', async () => ({ kind: 'notebook', language: 'python', cells, more }))
  expect([...host.querySelectorAll('li')].map((cell) => cell.textContent?.trim())).toEqual([
    '# Tea <b>bold</b>',
    expect.stringMatching(/^print\("tea"\)\s*Output: tea$/),
    more,
  ])
  expect(host.querySelector('script, b')).toBeNull()
})

it('draws a picture from its bytes, with the media type of its content', async () => {
  const made: string[] = []
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => `blob:${made.push(blob.type)}`,
    revokeObjectURL: () => undefined,
  })
  const bytes = new Uint8Array([137])
  await show('page.html', async () => ({ kind: 'picture', type: 'image/png', bytes }))
  expect(host.querySelector('img')?.getAttribute('src')).toBe('blob:1')
  expect(made).toEqual(['image/png'])
})

it('says when a file cannot be shown or fetched', async () => {
  await show('a.bin', async () => ({ kind: 'none', reason: 'It is too long.' }))
  expect(host.textContent).toContain('It cannot be shown here.')
  await act(async () => root.render(null))
  await show('a.txt', () => Promise.reject(new Error('away')))
  expect(host.querySelector('[role="alert"]')?.textContent).toContain('could not be fetched')
})

it('makes only those outputs focusable that are wide and scroll', async () => {
  const width = vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get')
  width.mockImplementation(function (this: HTMLElement) {
    return this.textContent?.includes('wide') ? 9 : 0
  })
  const cells = [{ isCode: true, source: 'table', outputs: ['a wide table', 'tea'] }]
  await show('tea.ipynb', async () => ({ kind: 'notebook', language: 'text', cells, more: null }))
  expect([...host.querySelectorAll('pre')].map(({ tabIndex }) => tabIndex)).toEqual([-1, 0, -1])
  width.mockRestore()
})
