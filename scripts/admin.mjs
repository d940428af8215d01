// npm run admin -- person@example.org: makes a person who has an account an administrator.
import './lib/node-version.mjs'

import('./lib/give-admin.mjs').then(({ giveAdmin }) => giveAdmin())
