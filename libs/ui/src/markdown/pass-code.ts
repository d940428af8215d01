import { codeLanguage } from './code-languages'
import { make, moveChildren } from './dom'
import { CONTENT_PREFIX } from './pass-names'

const LANGUAGE_CLASS = new RegExp(`(?:^|\\s)${CONTENT_PREFIX}lang(?:uage)?-(\\S+)`)

/** Returns whether a `<pre>` contains nothing but code. */
function isPlainCode(pre: Element): boolean {
  const code = pre.firstElementChild
  if (code === null) return true
  return pre.childElementCount === 1 && code.tagName === 'CODE' && code.firstElementChild === null
}

function writtenLanguage(pre: Element): string {
  const classes = `${pre.className} ${pre.querySelector(':scope > code')?.className ?? ''}`
  return LANGUAGE_CLASS.exec(classes)?.[1] ?? ''
}

/**
 * Gives every code block its frame: a bar with the language and a Copy button, and a box that scrolls.
 * `highlightCode` adds the colours later, `MarkdownView` the buttons' handlers and the focus. Runs after
 * `nameContent`.
 */
export function frameCode(root: ParentNode): void {
  let number = 0
  for (const pre of root.querySelectorAll('pre:not(pre pre)')) {
    number += 1
    const { label, grammar } = codeLanguage(writtenLanguage(pre))
    const box = make('pre', 'md-scroll')
    const title = pre.getAttribute('title')?.trim() ?? ''
    box.dataset.scrollName = [`Code block ${number}`, title, label].filter(Boolean).join(', ')
    const code = make('code', 'md-code-text')
    if (isPlainCode(pre)) {
      code.textContent = (pre.textContent ?? '').replace(/\n$/, '')
      if (grammar !== null) code.dataset.grammar = grammar
    } else {
      moveChildren(pre, code)
    }
    box.append(code)

    const copy = make('button', 'md-copy')
    copy.type = 'button'
    copy.append(make('span', 'md-copy-label', 'Copy'))
    copy.append(make('span', 'md-visually-hidden', ` code block ${number}`))
    const bar = make('div', 'md-code-bar')
    if (title !== '') bar.append(make('span', 'md-code-title', title))
    bar.append(make('span', 'md-code-language', label), copy)
    const frame = make('div', 'md-code')
    if (pre.id !== '') frame.id = pre.id
    frame.append(bar, box)
    pre.replaceWith(frame)
  }
}
