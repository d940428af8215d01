// Builds both apps side by side; `buildWhatChanged` runs it.
import { join } from 'node:path'
import { build } from 'vite'
import { root } from './root.mjs'

const apps = ['learner', 'backoffice'].map((app) => join(root, 'apps', app))
await Promise.all(apps.map((app) => build({ root: app, logLevel: 'warn' })))
