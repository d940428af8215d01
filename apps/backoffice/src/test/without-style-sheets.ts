import { createRequire } from 'node:module'

const load = createRequire(import.meta.url)

// The module with which antd writes its style sheets. Each component calls it when it appears, and nothing is drawn.
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
