import { withoutSum } from './lock-sums.mjs'

/** The systems and processors that the product supports. Linux means a system with glibc, such as Debian or Fedora. */
const PLATFORMS = [
  ['darwin', 'arm64'],
  ['darwin', 'x64'],
  ['linux', 'x64'],
  ['linux', 'arm64'],
  ['win32', 'x64'],
  ['win32', 'arm64'],
]

/**
 * Returns a Markdown table of the packages with programs or libraries for single platforms, and of the platforms for
 * which npm has them. A package lists those of its platforms as optional dependencies.
 *
 * @param {import('./lock-sums.mjs').Packages} packages of package-lock.json
 * @returns {string}
 */
export function platformTable(packages) {
  const lacking = new Set(withoutSum(packages))
  const rows = new Map()
  for (const [place, { version, optionalDependencies = {} }] of Object.entries(packages)) {
    const parts = Object.keys(optionalDependencies)
      .map((name) => [`${place}/node_modules/${name}`, `node_modules/${name}`])
      .map((places) => places.find((each) => packages[each]))
      .filter((part) => packages[part]?.cpu)
    if (parts.length === 0) continue
    const cells = PLATFORMS.map(([os, cpu]) => {
      const part = parts.find((each) => isFor(packages[each], os, cpu))
      if (!part) return '**no**'
      return lacking.has(part) ? 'yes, no sum' : 'yes'
    })
    const name = place.split('node_modules/').at(-1)
    rows.set(`${name} ${version}`, [`\`${name}\` ${version}`, ...cells])
  }
  const head = ['Package', ...PLATFORMS.map((platform) => platform.join('-'))]
  return alignTable([head, ...[...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)])
}

/** Whether npm installs a package on a platform; `libc` is the C library of Linux that the package needs. */
function isFor({ os, cpu, libc }, system, processor) {
  return os?.includes(system) && cpu?.includes(processor) && (!libc || libc.includes('glibc'))
}

/** @param {string[][]} rows the first row is the head */
function alignTable(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)))
  const line = (cells) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`
  const [head, ...body] = rows.map(line)
  return [head, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body].join('\n')
}
