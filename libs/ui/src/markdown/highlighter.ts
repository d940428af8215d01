import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import shell from 'highlight.js/lib/languages/shell'
import xml from 'highlight.js/lib/languages/xml'
import { css } from './grammar-css'
import { lazyGrammars } from './lazy-grammars'

const common = { bash, css, javascript, json, shell, xml }
for (const [name, grammar] of Object.entries(common)) hljs.registerLanguage(name, grammar)

async function known(grammar: string): Promise<boolean> {
  if (hljs.getLanguage(grammar) !== undefined) return true
  const load = Object.hasOwn(lazyGrammars, grammar) ? lazyGrammars[grammar] : undefined
  if (load === undefined) return false
  hljs.registerLanguage(grammar, (await load()).default)
  return true
}

/**
 * Returns code as HTML, escaped by highlight.js, with `<span class="hljs-…">` around its parts. Returns null if the
 * grammar is unknown or cannot be loaded.
 */
export async function colour(code: string, grammar: string): Promise<string | null> {
  const ready = await known(grammar).catch(() => false)
  return ready ? hljs.highlight(code, { language: grammar, ignoreIllegals: true }).value : null
}
