import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { showFiles } from './show-files'
import { FILE_GONE, FILE_NEEDS_CONNECTION, type FileAddresses } from './text-file'

let root: HTMLElement
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  root = document.body.appendChild(document.createElement('div'))
  root.innerHTML =
    '<p><button class="md-enlarge"><img data-file="a/1.png" alt="One"></button> <img data-file="b/2.png" alt=""> <a data-file="c/3.pdf" role="link" tabindex="0" download="My 3.pdf">Three</a></p>'
  stop = () => undefined
})
afterEach(() => {
  stop()
  root.remove()
  vi.useRealTimers()
})

const answer = (version: number, { away = false, without = '' } = {}): FileAddresses => ({
  away,
  found: new Map(
    ['a/1.png', 'b/2.png', 'c/3.pdf']
      .filter((path) => path !== without)
      .map((path) => [path, `https://store.test/${path}?token=${version}`]),
  ),
})
const pictures = () => [...root.querySelectorAll('img')]
const link = () => root.querySelector('a') ?? document.createElement('a')
const sources = () => pictures().map((picture) => picture.getAttribute('src'))
const notes = () => [...root.querySelectorAll('.md-file-note')].map((note) => note.textContent)
/** Waits until the text is painted and the answers have arrived. */
const painted = () => vi.advanceTimersByTimeAsync(50)
const fails = async (at: number) => {
  pictures()[at]?.dispatchEvent(new Event('error'))
  await painted()
}

describe('files of a text', () => {
  test('get their addresses with one call after the text is painted', async () => {
    const read = vi.fn(async () => answer(1))
    stop = showFiles(root, read)
    expect(read).not.toHaveBeenCalled()
    await painted()
    expect(read).toHaveBeenCalledTimes(1)
    expect(sources()).toEqual([
      'https://store.test/a/1.png?token=1',
      'https://store.test/b/2.png?token=1',
    ])
    expect(link().href).toBe('https://store.test/c/3.pdf?token=1&download=My%203.pdf')
  })

  test('are not requested if the text has none', async () => {
    root.textContent = 'words'
    const read = vi.fn(async () => answer(1))
    stop = showFiles(root, read)
    await painted()
    expect(read).not.toHaveBeenCalled()
  })

  test('get a new address once after theirs has expired', async () => {
    const read = vi.fn(async (failed?: string) => answer(failed ? 2 : 1))
    stop = showFiles(root, read)
    await painted()
    await fails(0)
    expect(read).toHaveBeenLastCalledWith('https://store.test/a/1.png?token=1')
    expect(sources()[0]).toBe('https://store.test/a/1.png?token=2')
    await fails(0)
    expect(read).toHaveBeenCalledTimes(2)
    expect(notes()).toEqual([`One · ${FILE_GONE}`])
    expect(root.querySelector<HTMLElement>('.md-enlarge')?.hidden).toBe(true)
  })

  test('get a new address after an hour if a picture has not loaded yet', async () => {
    let version = 1
    stop = showFiles(root, async () => answer(version))
    await painted()
    pictures()[0]?.dispatchEvent(new Event('load'))
    version = 2
    await vi.advanceTimersByTimeAsync(56 * 60_000)
    expect(sources()).toEqual([
      'https://store.test/a/1.png?token=1',
      'https://store.test/b/2.png?token=2',
    ])
    expect(link().href).toContain('token=2')
  })

  test('that are gone or not available are replaced by a sentence, and loaded when the connection returns', async () => {
    let now = answer(1, { without: 'b/2.png' })
    stop = showFiles(root, async () => now)
    await painted()
    expect(notes()).toEqual([FILE_GONE])
    stop()
    now = { found: new Map(), away: true }
    stop = showFiles(root, async () => now)
    await painted()
    expect(notes()).toEqual([
      `One · ${FILE_NEEDS_CONNECTION}`,
      FILE_NEEDS_CONNECTION,
      FILE_NEEDS_CONNECTION,
    ])
    expect(link().hasAttribute('href')).toBe(false)
    now = answer(3)
    dispatchEvent(new Event('online'))
    await painted()
    expect(notes()).toEqual([])
    expect(sources()[1]).toContain('token=3')
    expect(pictures()[1]?.hidden).toBe(false)
  })

  test('are requested again while the server cannot be reached', async () => {
    const read = vi.fn(async () => ({ found: new Map<string, string>(), away: true }))
    stop = showFiles(root, read)
    await vi.advanceTimersByTimeAsync(41_000)
    expect(read).toHaveBeenCalledTimes(3)
    stop()
    await vi.advanceTimersByTimeAsync(41_000)
    expect(read).toHaveBeenCalledTimes(3)
  })
})

describe('a link to a file', () => {
  /** Records the addresses of presses that reach the browser. */
  function followed() {
    const seen: string[] = []
    root.addEventListener('click', (event) => {
      if (!event.defaultPrevented) seen.push(link().href)
      event.preventDefault()
    })
    return seen
  }

  test('first requests its address if it is pressed before it has one', async () => {
    stop = showFiles(root, async () => answer(1))
    const seen = followed()
    link().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    expect(seen).toEqual([])
    await painted()
    expect(seen).toEqual(['https://store.test/c/3.pdf?token=1&download=My%203.pdf'])
  })

  test('first requests a new address if it is pressed after the old one has expired', async () => {
    let version = 1
    stop = showFiles(root, async () => answer(version))
    await painted()
    const seen = followed()
    version = 2
    vi.setSystemTime(Date.now() + 3_600_000)
    link().click()
    await painted()
    expect(seen).toEqual(['https://store.test/c/3.pdf?token=2&download=My%203.pdf'])
  })

  test('keeps the address of a file in the offline cache', async () => {
    const found = new Map([['c/3.pdf', 'blob:http://x/1']])
    stop = showFiles(root, async () => ({ found, away: true }))
    await painted()
    const seen = followed()
    link().click()
    expect(seen).toEqual(['blob:http://x/1'])
  })
})

test('a pressed picture is passed on with its alternative text after it has loaded', async () => {
  const enlarge = vi.fn()
  stop = showFiles(root, async () => answer(1), enlarge)
  root.querySelector('button')?.click()
  expect(enlarge).not.toHaveBeenCalled()
  await painted()
  root.querySelector('button')?.click()
  expect(enlarge).toHaveBeenCalledWith({
    path: 'a/1.png',
    address: 'https://store.test/a/1.png?token=1',
    alt: 'One',
  })
})
