import { copyText } from '@rookies/data/device/copy-text'

/** Milliseconds for which a button says Copied! (rules/interface#copied). */
const COPIED_FOR = 2000

const resets = new WeakMap<Element, ReturnType<typeof setTimeout>>()

function select(code: Element): void {
  const selection = getSelection()
  selection?.removeAllRanges()
  const range = document.createRange()
  range.selectNodeContents(code)
  selection?.addRange(range)
}

async function copy(button: HTMLButtonElement, say: (message: string) => void): Promise<void> {
  const code = button.closest('.md-code')?.querySelector('code')
  const label = button.querySelector('.md-copy-label')
  if (code == null || label === null) return
  try {
    await copyText(code.textContent ?? '')
  } catch {
    // Without permission for the clipboard the code is selected, so that the reader can copy it.
    select(code)
    say('Code selected. Copy it with your keyboard.')
    return
  }
  label.textContent = 'Copied!'
  say('Copied!')
  clearTimeout(resets.get(button))
  const reset = setTimeout(() => {
    label.textContent = 'Copy'
    say('')
  }, COPIED_FOR)
  resets.set(button, reset)
}

/**
 * Makes the Copy buttons of the code blocks under `root` work. `say` receives the message for screen readers.
 * Returns a function that removes the listeners.
 */
export function listenToCopyButtons(root: HTMLElement, say: (message: string) => void): () => void {
  const onClick = (event: Event) => {
    const button = event.target instanceof Element ? event.target.closest('.md-copy') : null
    if (button instanceof HTMLButtonElement) void copy(button, say)
  }
  root.addEventListener('click', onClick)
  return () => root.removeEventListener('click', onClick)
}
