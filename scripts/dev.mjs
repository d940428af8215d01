// npm run dev: the product with hot reload, at the same address as npm start.
import './lib/node-version.mjs'

import('./lib/develop-product.mjs').then(({ developProduct }) => developProduct())
