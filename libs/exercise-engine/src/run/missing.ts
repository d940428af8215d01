/** Globals of browsers and of Node that exercises cannot use, grouped by the reason. */
const MISSING: [names: RegExp, reason: string][] = [
  [
    /^(?:fetch|XMLHttpRequest|WebSocket|EventSource|Request|Response|Headers|FormData)$/,
    'exercises have no network',
  ],
  [
    /^(?:document|window|self|parent|top|location|history|navigator|screen|HTML\w*|Element|Node|DOMParser|getComputedStyle|requestAnimationFrame|cancelAnimationFrame|matchMedia|Image|customElements|MutationObserver)$/,
    'this exercise is a program without a page',
  ],
  [
    /^(?:localStorage|sessionStorage|indexedDB|caches|cookieStore)$/,
    'a program keeps nothing between its runs',
  ],
  [
    /^(?:alert|prompt|confirm)$/,
    'a program has no window. Use console.log(), arguments, or results',
  ],
  [/^(?:process|Buffer|__dirname|__filename|global|Deno|Bun)$/, 'exercises do not run in Node'],
  [/^(?:setImmediate|clearImmediate)$/, 'exercises do not run in Node. Use setTimeout()'],
  [
    /^(?:Worker|SharedWorker|BroadcastChannel|MessageChannel|Atomics|WebAssembly)$/,
    'exercises run in one thread',
  ],
  [
    /^(?:Blob|File|FileReader|ReadableStream|WritableStream|TransformStream)$/,
    'exercises have no files',
  ],
]

/**
 * Returns a sentence about an undefined name that browsers or Node have but exercises do not; null for other messages.
 */
export function missingGlobal(message: string): string | null {
  const [, name = ''] = /^ReferenceError: '?([\w$]+)'? is not defined$/.exec(message) ?? []
  const [, reason] = MISSING.find(([names]) => names.test(name)) ?? []
  return reason === undefined ? null : `${name} is not available here: ${reason}`
}
