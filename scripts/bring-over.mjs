// npm run bring-over: takes data from before the squash into a new folder.
import './lib/node-version.mjs'

import('./lib/bring-data-over.mjs').then(({ bringDataOver }) => bringDataOver())
