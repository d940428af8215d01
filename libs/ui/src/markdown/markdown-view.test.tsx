import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import MarkdownView from './markdown-view'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

let host: HTMLElement
let root: Root

async function show(source: string, headingOffset?: number) {
  await act(async () => root.render(<MarkdownView source={source} headingOffset={headingOffset} />))
}

/** Changes the fragment, and waits until the page has received the event. */
async function goHash(hash: string) {
  const received = new Promise<void>((resolve) => {
    addEventListener('hashchange', ({ newURL }) => {
      if (newURL.endsWith(hash)) resolve()
    })
  })
  location.hash = hash
  await received
}

function find(selector: string): HTMLElement {
  const found = host.querySelector<HTMLElement>(selector)
  if (found === null) throw new Error(`Nothing matches ${selector}`)
  return found
}

beforeEach(() => {
  host = document.body.appendChild(document.createElement('div'))
  root = createRoot(host)
})

afterEach(async () => {
  await act(async () => root.unmount())
  host.remove()
  location.hash = ''
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('MarkdownView', () => {
  test('renders a text, and renders it again only if it changes', async () => {
    await show('# One')
    const heading = find('h2')
    await show('# One')
    expect(find('h2')).toBe(heading)
    await show('# Two', 2)
    expect(find('h3').textContent).toBe('Two')
    expect(host.querySelector('h2')).toBeNull()
  })

  test('passes a link to another lesson to `onFollow`, unless it opens another tab', async () => {
    const followed: string[] = []
    const link = '[next](/app/courses/knots#two) [web](https://example.org)'
    await act(async () =>
      root.render(<MarkdownView source={link} onFollow={(path) => void followed.push(path)} />),
    )
    const press = (init: MouseEventInit) =>
      find('a').dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }))
    expect(press({})).toBe(false)
    addEventListener('click', (event) => event.preventDefault(), { once: true })
    press({ ctrlKey: true })
    expect(followed).toEqual(['/app/courses/knots#two'])
  })

  test("sets the addresses of the lesson's files, and passes a pressed picture to `onEnlarge`", async () => {
    const path = '0b0c0d0e-0000-4000-8000-000000000001/tea.png'
    const size = { size: 900, type: 'image/png', width: 640, height: 480 }
    const props = {
      files: [{ path, name: 'Tea.png', alt: '', ...size }],
      fileFacts: () => 'PNG, 1 kB',
      readAddresses: vi.fn(async () => ({
        found: new Map([[path, 'https://store.test/1?token=a']]),
        away: false,
      })),
      onEnlarge: vi.fn(),
    }
    const source = `![Tea](lesson-files/${path}) [Tea](lesson-files/${path})`
    await act(async () => root.render(<MarkdownView source={source} {...props} />))
    expect(find('a').textContent).toBe('Tea PNG, 1 kB')
    await vi.waitFor(() =>
      expect(find('img').getAttribute('src')).toBe('https://store.test/1?token=a'),
    )
    find('.md-enlarge').click()
    expect(props.onEnlarge).toHaveBeenCalledWith({
      ...{ path, address: 'https://store.test/1?token=a', alt: 'Tea' },
    })
    const image = find('img')
    await act(async () => root.render(<MarkdownView source={source} {...props} />))
    expect(find('img')).toBe(image)
    expect(props.readAddresses).toHaveBeenCalledTimes(1)
  })

  test('highlights code', async () => {
    await show('```js\nconst a = 1\n```\n\n```\nconst b\n```')
    await vi.waitFor(() => expect(find('.hljs-keyword').textContent).toBe('const'))
    expect(host.querySelectorAll('.hljs-keyword')).toHaveLength(1)
    expect(find('code').textContent).toBe('const a = 1')
  })

  test('highlights code whose grammar loads later', async () => {
    await show('```python\ndef a():\n```')
    await vi.waitFor(() => expect(find('.hljs-keyword').textContent).toBe('def'))
  })

  test('scrolls to the place in the address, with or without the prefix', async () => {
    const scrolled = vi.fn()
    Element.prototype.scrollIntoView = scrolled
    await goHash('#part')
    await show('## Part')
    expect(scrolled).toHaveBeenCalledTimes(1)
    expect(scrolled.mock.contexts[0]).toBe(find('h2'))
    // The focus is there, so that keyboard and screen readers continue from there.
    expect(document.activeElement).toBe(find('h2'))
    await show('## Part\n\nmore')
    expect(scrolled).toHaveBeenCalledTimes(1)
  })

  test('scrolls to a fragment that is typed into the address later, and opens the fold around its target', async () => {
    const scrolled = vi.fn()
    Element.prototype.scrollIntoView = scrolled
    await show('<details>\n<summary>More</summary>\n\n## Part\n\n</details>')
    await act(() => goHash('#part'))
    expect(scrolled.mock.contexts).toEqual([find('h2')])
    expect(find('details').hasAttribute('open')).toBe(true)
    await act(() => goHash('#nowhere'))
    expect(scrolled).toHaveBeenCalledTimes(1)
  })

  test('passes its element to `onShown` before it scrolls to the place in the address', async () => {
    const order: string[] = []
    Element.prototype.scrollIntoView = () => order.push('place')
    await goHash('#part')
    const shown = (content: HTMLElement) => order.push(content.tagName)
    await act(async () => root.render(<MarkdownView source="## Part" onShown={shown} />))
    expect(order).toEqual(['DIV', 'place'])
  })

  test('ignores a fragment that cannot be decoded', async () => {
    location.hash = '#%E0%A4%A'
    await show('## Part')
    expect(find('h2').textContent).toBe('Part')
  })
})

describe('the Copy button', () => {
  test('copies the code, and says so for two seconds, also to screen readers', async () => {
    const writeText = vi.fn(async () => undefined)
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    await show('```js\nconst a = 1\n```')
    vi.useFakeTimers()
    await act(async () => find('.md-copy-label').click())
    expect(writeText).toHaveBeenCalledWith('const a = 1')
    expect(find('.md-copy-label').textContent).toBe('Copied!')
    expect(find('[role=status]').textContent).toBe('Copied!')
    await act(async () => vi.advanceTimersByTime(1999))
    expect(find('.md-copy-label').textContent).toBe('Copied!')
    await act(async () => vi.advanceTimersByTime(1))
    expect(find('.md-copy-label').textContent).toBe('Copy')
    expect(find('[role=status]').textContent).toBe('')
  })

  test('selects the code if the clipboard is not available', async () => {
    vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new Error('no')) } })
    await show('```\nls -l\n```')
    await act(async () => find('.md-copy').click())
    expect(getSelection()?.toString()).toBe('ls -l')
    expect(find('[role=status]').textContent).toBe('Code selected. Copy it with your keyboard.')
  })
})

describe('boxes that scroll', () => {
  test('are focusable and named, while they scroll', async () => {
    let report: ResizeObserverCallback = () => undefined
    const observed: Element[] = []
    class FakeObserver {
      constructor(callback: ResizeObserverCallback) {
        report = callback
      }
      observe(element: Element) {
        observed.push(element)
      }
      unobserve() {}
      disconnect() {
        observed.length = 0
      }
    }
    vi.stubGlobal('ResizeObserver', FakeObserver)
    await show('```js\na\n```\n\n| a |\n|---|\n| b |')
    expect(observed).toHaveLength(2)
    const measure = (width: number) => {
      const box = find('pre')
      Object.defineProperty(box, 'scrollWidth', { configurable: true, value: width })
      Object.defineProperty(box, 'clientWidth', { configurable: true, value: 100 })
      const entry: ResizeObserverEntry = {
        target: box,
        contentRect: box.getBoundingClientRect(),
        borderBoxSize: [],
        contentBoxSize: [],
        devicePixelContentBoxSize: [],
      }
      report([entry], new FakeObserver(report))
      return [
        box.getAttribute('tabindex'),
        box.getAttribute('role'),
        box.ariaLabel ?? box.getAttribute('aria-label'),
      ]
    }
    expect(measure(300)).toEqual(['0', 'group', 'Code block 1, JavaScript'])
    expect(measure(100)).toEqual([null, null, null])
    measure(300)
    find('pre').focus()
    expect(measure(100)).toEqual(['-1', null, null])
    expect(document.activeElement).toBe(find('pre'))
    await show('plain')
    expect(observed).toHaveLength(0)
  })

  test('are always focusable if their size cannot be measured', async () => {
    await show('| a |\n|---|\n| b |')
    expect(find('.md-table').getAttribute('aria-label')).toBe('Table 1')
    expect(find('.md-table').tabIndex).toBe(0)
  })
})
