import { createRequire } from 'node:module'

const load = createRequire(import.meta.url)

// Replaces the functions with which antd writes style sheets. Each mounted component calls them, but tests render no
// styles.
const written: Record<'updateCSS' | 'removeCSS', () => unknown> = load('rc-util/lib/Dom/dynamicCSS')
const unused = document.createElement('style')
written.updateCSS = () => unused
written.removeCSS = () => {}

// antd drops its computed styles when the last component of a kind unmounts. They are kept here, because each test
// would compute them again.
type CachedStyles = [uses: number, computed: unknown]
const cache: {
  opUpdate: (key: string, next: (kept?: CachedStyles) => CachedStyles | null) => void
} = Object.getPrototypeOf(load('@ant-design/cssinjs').createCache())
const { opUpdate } = cache
cache.opUpdate = function keep(key, next) {
  opUpdate.call(this, key, (kept) => next(kept) ?? [0, kept?.[1]])
}
