// npm run bench: every figure that the product is measured by, in one table.
import './lib/node-version.mjs'

import('./lib/bench-product.mjs').then(({ benchProduct }) => benchProduct())
