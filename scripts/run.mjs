// node scripts/run.mjs <command> [arguments]: runs a command of `commands.mjs`, as `npm run <command>` does.
import './lib/node-version.mjs'

import('./commands.mjs').then(({ runCommand }) => runCommand())
