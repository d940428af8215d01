import type { Plugin, Rolldown } from 'vite'

/** The addresses at which visits usually begin, each with the source file of its screen. */
const ARRIVALS = {
  '/': '/features/welcome/welcome-page.tsx',
  '/login': '/features/auth/login-page.tsx',
  '/app/dashboard': '/features/library/library-page.tsx',
  '/app/courses/': '/features/course/course-page.tsx',
}

/** The source file of the Markdown renderer, which only lessons with a text need. */
const TEXT = '/features/course/reading/lesson-reading.tsx'

/**
 * A Vite plugin that adds a small script to the page's head, which preloads the files of the screen at the current
 * address. Without the script the browser requests them only after the entry has loaded and run: a round trip and,
 * on a slow machine, half a second later. The script preloads the Markdown renderer as soon as the prefetched lesson
 * (`prefetchScript`) turns out to have a text.
 */
export function routePreload(): Plugin {
  return {
    name: 'rookies:route-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return []
        const known = (file: string) => html.includes(file)
        const unknown = (source: string) => filesOf(bundle, source).filter((file) => !known(file))
        const files = Object.entries(ARRIVALS).map(([path, source]) => [path, unknown(source)])
        // The script comes before the style sheets: a browser runs a script after them only when they have loaded.
        return [{ tag: 'script', children: script(files, unknown(TEXT)), injectTo: 'head-prepend' }]
      },
    },
  }
}

/** Returns the files with the code and styles of a screen and of everything that it imports. */
function filesOf(bundle: Rolldown.OutputBundle, source: string): string[] {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
  const start = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(source))
  if (!start) throw new Error(`No file of the build holds ${source}: see route-preload.ts`)
  const files = new Set<string>()
  const visit = (chunk: Rolldown.OutputChunk) => {
    if (files.has(chunk.fileName)) return
    files.add(chunk.fileName)
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
    for (const name of chunk.imports) {
      const imported = chunks.find(({ fileName }) => fileName === name)
      if (imported) visit(imported)
    }
  }
  visit(start)
  return [...files]
}

/** A path that ends in a slash also matches every path below it. */
function script(files: unknown, text: string[]): string {
  return `(function(p){function f(f){var l=document.createElement('link');l.rel=/css$/.test(f)?'preload':'modulepreload';if(l.rel==='preload')l.as='style';l.crossOrigin='';l.href='/'+f;document.head.appendChild(l)}${JSON.stringify(files)}.forEach(function(a){if(a[0]===p||a[0][1]&&a[0].slice(-1)==='/'&&p.indexOf(a[0])===0)a[1].forEach(f)});(window.rookiesPrefetched||[]).forEach(function(e){if(e.url.indexOf('/lessons?')>0)e.answer.then(function(r){return r.clone().json()}).then(function(b){if(b[0]&&b[0].content)${JSON.stringify(text)}.forEach(f)}).catch(function(){})})})(location.pathname)`
}
