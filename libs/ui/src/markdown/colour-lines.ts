import { codeLanguage } from './code-languages'
import { colour } from './highlighter'
import './code-colours.css'

/** A part of a line. `kind` contains the CSS classes of the highlighter; it is empty for plain text. */
export interface ColouredPart {
  text: string
  kind: string
}

/** Longer code stays plain, because highlighting it would delay the page noticeably. */
const LONGEST = 60_000

/** Returns the lines of code in highlighted parts; null if the language of `name`, a file or language, is unknown. */
export async function colourLines(name: string, code: string): Promise<ColouredPart[][] | null> {
  const { grammar } = codeLanguage(/\.([\w+#]+)$/.exec(name)?.[1] ?? name)
  if (grammar === null || code.length > LONGEST) return null
  const html = await colour(code, grammar)
  if (html === null) return null
  const template = document.createElement('template')
  template.innerHTML = html
  const lines: ColouredPart[][] = [[]]
  const walk = (node: Node, kind: string) => {
    if (node instanceof Element) {
      for (const child of node.childNodes) walk(child, `${kind} ${node.className}`.trim())
      return
    }
    for (const [index, text] of (node.textContent ?? '').split('\n').entries()) {
      if (index > 0) lines.push([])
      if (text !== '') lines.at(-1)?.push({ text, kind })
    }
  }
  for (const child of template.content.childNodes) walk(child, '')
  return lines
}
