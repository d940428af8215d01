// npm run doctor: says where a project differs from what this repository expects of it.
import './lib/node-version.mjs'

import('./lib/ask-doctor.mjs').then(({ askDoctor }) => askDoctor())
