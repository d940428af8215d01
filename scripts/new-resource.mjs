// npm run new-resource -- <table> <field:type>...: a resource of the back-office, from its table to its tests.
import './lib/node-version.mjs'

import('./lib/make-resource.mjs').then(({ runNewResource }) => runNewResource())
