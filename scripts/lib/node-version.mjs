// Every entry point imports this file first, so that an old Node.js prints a sentence instead of a syntax error. This
// file therefore uses only syntax and imports that Node 14 understands.
import fs from 'node:fs'

const url = new URL('../../package.json', import.meta.url)
const wanted = JSON.parse(fs.readFileSync(url, 'utf8')).engines.node

/** Whether a version satisfies the range in package.json, such as `^20.19.0 || ^22.12.0 || >=24.0.0`. */
function satisfies(version, range) {
  const have = version.split('.').map(Number)
  return range.split('||').some((part) => {
    const match = /^(\^|>=)(\d+)\.(\d+)/.exec(part.trim())
    const major = Number(match[2])
    const minor = Number(match[3])
    if (have[0] === major) return have[1] >= minor
    return match[1] === '>=' && have[0] > major
  })
}

if (!satisfies(process.versions.node, wanted)) {
  console.error(
    'Rookies needs Node.js 20.19 or later, 22.12 or later, or 24 and above; this is ' +
      process.versions.node +
      '. Install a newer one from https://nodejs.org and run the command again.',
  )
  process.exit(1)
}
