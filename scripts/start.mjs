// npm start: installs what is missing, builds what changed, runs the whole product.
import './lib/node-version.mjs'

import('./lib/start-product.mjs').then(({ startProduct }) => startProduct())
