// npm run export-courses -- <folder>: every course that one may edit becomes a folder of Markdown.
import './lib/node-version.mjs'

import('./lib/export-folders.mjs').then(({ exportFolders }) => exportFolders())
