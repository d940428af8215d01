// npm run check-functions: each edge function under Deno, as a hosted project runs it, with its good and bad calls.
// npm run check-functions -- tick: that one alone.
import './lib/node-version.mjs'

import('./lib/call-functions.mjs').then(({ callFunctions }) => callFunctions())
