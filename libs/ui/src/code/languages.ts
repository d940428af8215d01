import type { Extension } from '@codemirror/state'

/** Loads the language of a file by its extension; no language for an unknown one. Rejects if it cannot be loaded. */
export async function loadLanguage(name: string): Promise<Extension> {
  const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  switch (ending) {
    case 'js':
    case 'mjs':
    case 'cjs':
    case 'jsx':
      return (await import('@codemirror/lang-javascript')).javascript({ jsx: true })
    case 'ts':
    case 'mts':
      return (await import('@codemirror/lang-javascript')).javascript({ typescript: true })
    case 'tsx':
      return (await import('@codemirror/lang-javascript')).javascript({
        jsx: true,
        typescript: true,
      })
    case 'html':
    case 'htm':
    case 'vue':
    case 'svelte':
      return (await import('@codemirror/lang-html')).html()
    case 'css':
    case 'scss':
      return (await import('@codemirror/lang-css')).css()
    case 'json':
      return (await import('@codemirror/lang-json')).json()
    case 'py':
      return (await import('@codemirror/lang-python')).python()
    case 'md':
      return (await import('@codemirror/lang-markdown')).markdown()
    default:
      return []
  }
}
