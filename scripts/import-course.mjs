// npm run import-course -- <folder>: a folder of Markdown becomes a course.
import './lib/node-version.mjs'

import('./lib/import-folder.mjs').then(({ importFolder }) => importFolder())
