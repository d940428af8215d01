// Part of npm test: makes a resource with every type in a copy of the project, and runs the checks that touch it.
import './lib/node-version.mjs'

import('./lib/try-resource.mjs').then(({ tryNewResource }) => tryNewResource())
