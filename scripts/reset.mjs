// npm run reset: fresh data at the next start.
import './lib/node-version.mjs'

import('./lib/reset-data.mjs').then(({ resetData }) => resetData())
