// npm run bench: every figure that budgets.md names and that this product has by now, in one table.
import './lib/node-version.mjs'

import('./lib/bench-product.mjs').then(({ benchProduct }) => benchProduct())
