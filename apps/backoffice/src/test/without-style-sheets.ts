import { createRequire } from 'node:module'

/**
 * In jsdom, the computed style of an element is its own `style`, and antd writes no style sheets: nothing is drawn, and
 * a query by role would match all rules of antd against each element and its ancestors. What a style sheet hides is
 * therefore found in these tests; an element is hidden by its attributes or its own style.
 */
function ownStyle(element: Element): CSSStyleDeclaration {
  return (element as HTMLElement).style
}

// Testing Library asks the document's window, which is not the global object.
for (const page of [window, document.defaultView]) {
  if (page) page.getComputedStyle = ownStyle
}

const load = createRequire(import.meta.url)

// The module that antd writes with. Each component calls it when it appears.
const written: Record<'updateCSS' | 'removeCSS', () => unknown> = load('rc-util/lib/Dom/dynamicCSS')
const unused = document.createElement('style')
written.updateCSS = () => unused
written.removeCSS = () => {}

// antd forgets what it computed for a component when the last one of its kind disappears; each test would compute it anew.
type Kept = [uses: number, computed: unknown]
const cache: { opUpdate: (key: string, next: (kept?: Kept) => Kept | null) => void } =
  Object.getPrototypeOf(load('@ant-design/cssinjs').createCache())
const { opUpdate } = cache
cache.opUpdate = function keep(key, next) {
  opUpdate.call(this, key, (kept) => next(kept) ?? [0, kept?.[1]])
}
