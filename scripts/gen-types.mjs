// npm run gen:types: writes the TypeScript types of the schema. With --check it only says whether
// the ones in the repository still fit.
import './lib/node-version.mjs'

import('./lib/schema-types.mjs').then(({ generateTypes }) => generateTypes())
