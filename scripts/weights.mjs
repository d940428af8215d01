// Checks weights.json: a bundle may be at most 2 kB larger than its recorded minimum. `--record` stores the current
// sizes, and `--json` prints them for npm run bench.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { weigh, weighFile } from './lib/bundles.mjs'
import { root } from './lib/root.mjs'

const play = 2048
const file = join(root, 'scripts/weights.json')
const recorded = JSON.parse(readFileSync(file, 'utf8'))

const lesson = weigh('apps/learner', [/features\/course\/course-page/])
const courses = weigh('apps/backoffice', [/resources\/courses\/list/])
const figures = {
  'Learner portal, JavaScript to show a lesson': { bytes: lesson.js, target: 155_000 },
  'Learner portal, CSS': { bytes: lesson.css, target: 12_000 },
  'Learner portal, the document that runs code': {
    bytes: weighFile('apps/learner', 'runner.html'),
    target: 400_000,
  },
  'Learner portal, the document that shows pages': {
    bytes: weighFile('apps/learner', 'page.html'),
    target: 60_000,
  },
  'Back-office, JavaScript to show the course list': { bytes: courses.js, target: 620_000 },
}

if (process.argv.includes('--json')) {
  console.log(JSON.stringify(figures))
  process.exit(0)
}
if (process.argv.includes('--record')) {
  const reached = Object.fromEntries(Object.entries(figures).map(([name, f]) => [name, f.bytes]))
  writeFileSync(file, `${JSON.stringify(reached, null, 2)}\n`)
}

let grown = false
for (const [name, { bytes, target }] of Object.entries(figures)) {
  const limit = (recorded[name] ?? bytes) + play
  const over = bytes > limit
  grown ||= over
  console.log(
    `${name}: ${(bytes / 1000).toFixed(1)} kB gzip, target ${target / 1000} kB ${bytes <= target ? 'met' : 'not met'}${over ? `, GROWN over ${(limit / 1000).toFixed(1)} kB` : ''}`,
  )
}
const early = lesson.files.filter((name) => /markdown|highlight|realtime|player|video/.test(name))
if (early.length > 0) {
  console.log(`Loaded before it is needed: ${early.join(', ')}`)
  grown = true
}
process.exit(grown ? 1 : 0)
