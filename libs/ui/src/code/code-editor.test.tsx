import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type EditorInTest, editorIn, prepareEditors } from '../testing/code-editor'
import { CodeEditor, type CodeEditorProps } from './code-editor'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

let host: HTMLElement
let root: Root

beforeEach(() => {
  prepareEditors()
  host = document.body.appendChild(document.createElement('div'))
  root = createRoot(host)
})

afterEach(async () => {
  await act(async () => root.unmount())
  host.remove()
})

const CODE = 'one\ntwo\nthree'

async function show(props: Partial<CodeEditorProps> = {}): Promise<EditorInTest> {
  await act(async () =>
    root.render(<CodeEditor label="Code of main.js" name="main.js" value={CODE} {...props} />),
  )
  return editorIn(host)
}

function press({ content }: EditorInTest, key: string, init: KeyboardEventInit = {}) {
  const event = new KeyboardEvent('keydown', {
    key,
    bubbles: true,
    composed: true,
    cancelable: true,
    ...init,
  })
  act(() => void content.dispatchEvent(event))
  return event
}

describe('the code editor', () => {
  it('marks lines, which move with their text', async () => {
    const editor = await show({ onChange: vi.fn(), marks: [2, 9] })
    expect(editor.marked()).toEqual(['two'])
    act(() => editor.type(`zero\n${CODE}`))
    expect(editor.marked()).toEqual(['two'])
    await show({ onChange: vi.fn(), marks: [], value: editor.text() })
    expect(editor.marked()).toEqual([])
  })

  it('keeps typed text while the `value` prop lags behind, and shows a text that other code sets', async () => {
    const editor = await show({ onChange: vi.fn() })
    act(() => editor.type('a'))
    act(() => editor.type('ab'))
    await show({ onChange: vi.fn(), value: 'a' })
    expect(editor.text()).toBe('ab')
    await show({ onChange: vi.fn(), value: 'ab' })
    expect(editor.text()).toBe('ab')
    await show({ onChange: vi.fn(), value: 'from another device' })
    expect(editor.text()).toBe('from another device')
    await show({ onChange: vi.fn(), value: 'ab' })
    expect(editor.text()).toBe('ab')
  })

  it('moves the focus and the cursor to a line', async () => {
    const editor = await show({ onChange: vi.fn(), at: { line: 3, column: 2 } })
    expect(editor.hasFocus()).toBe(true)
    expect(editor.cursor()).toBe(CODE.indexOf('three') + 1)
    await show({ onChange: vi.fn(), at: { line: 99, column: 99 } })
    expect(editor.cursor()).toBe(CODE.length)
  })

  it('calls `onRun` on Ctrl+Enter, and adds no line', async () => {
    const onRun = vi.fn()
    const onChange = vi.fn()
    const editor = await show({ onChange, onRun })
    press(editor, 'Enter', { ctrlKey: true, keyCode: 13 })
    expect(onRun).toHaveBeenCalledOnce()
    expect(onChange).not.toHaveBeenCalled()
  })

  it('indents by Tab, and loses the focus by Escape and then Tab', async () => {
    const onChange = vi.fn()
    const editor = await show({ onChange })
    expect(press(editor, 'Tab', { keyCode: 9 }).defaultPrevented).toBe(true)
    expect(onChange).toHaveBeenLastCalledWith(`  ${CODE}`)
    press(editor, 'Escape', { keyCode: 27 })
    expect(press(editor, 'Tab', { keyCode: 9 }).defaultPrevented).toBe(false)
    expect(onChange).toHaveBeenCalledTimes(1)
  })

  it('is read-only without `onChange`, and Tab then leaves it', async () => {
    const editor = await show()
    expect(editor.isReadOnly()).toBe(true)
    expect(press(editor, 'Tab', { keyCode: 9 }).defaultPrevented).toBe(false)
    expect(editor.text()).toBe(CODE)
  })
})
