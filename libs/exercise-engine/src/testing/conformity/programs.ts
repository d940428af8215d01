import { sha256 } from '@noble/hashes/sha2'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils'
import type { RunInput, RunResult } from '../../run/run.ts'
import { generated } from './generated.ts'
import { picked } from './picked.ts'

const programs = [...picked, ...generated]

/** Formats values as text, so that the results of two engines can be compared. Leaves out messages, which differ. */
const SHOW = `
const show = (value, depth = 0) => {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'bigint') return value + 'n'
  if (Object.is(value, -0)) return '-0'
  if (typeof value === 'symbol') return String(value)
  if (typeof value === 'function') return 'function'
  if (typeof value !== 'object' || value === null) return String(value)
  if (depth > 6) return '…'
  const inside = (list) => list.map((item) => show(item, depth + 1)).join(', ')
  if (value instanceof Date) return 'Date ' + value.getTime()
  if (value instanceof Error) return 'Error ' + value.name
  if (value instanceof Map) return 'Map ' + inside([...value])
  if (value instanceof Set) return 'Set ' + inside([...value])
  if (Array.isArray(value)) return '[' + Array.from(value, (item, at) => (at in value ? show(item, depth + 1) : 'hole')).join(', ') + ']'
  return '{' + Object.keys(value).map((key) => key + ': ' + show(value[key], depth + 1)).join(', ') + '}'
}
export const outcome = async (program) => {
  try {
    return show(await program())
  } catch (error) {
    return 'threw ' + (error instanceof Error ? error.name : show(error))
  }
}
`

export interface Batch {
  names: string[]
  /** A module that exports `outcome` and `programs`. */
  module: string
  input: RunInput
}

const SIZE = 100

/** Programs with the same outcome on every machine, a hundred in a run. Each test prints the outcome of a program. */
export const batches: Batch[] = Array.from(
  { length: Math.ceil(programs.length / SIZE) },
  (_, at) => {
    const part = programs.slice(at * SIZE, (at + 1) * SIZE)
    const module = `${SHOW}\nexport const programs = [\n${part.map(([, body]) => `async () => { ${body} },`).join('\n')}\n]`
    return {
      names: part.map(([name]) => name),
      module,
      input: {
        language: 'JS',
        files: [{ path: 'main.js', text: module }],
        tests: `import { outcome, programs } from './main.js'
const names = ${JSON.stringify(part.map(([name]) => name))}
for (const [at, name] of names.entries())
  test(name, async () => {
    const line = await outcome(programs[at])
    console.log(line)
    expect(line).toBeTypeOf('string')
  })`,
        time_ms: 20_000,
      },
    }
  },
)

/** Returns a digest of all outcomes. It must equal `VERDICTS_DIGEST` wherever the engine runs. */
export function verdictsDigest(results: readonly RunResult[]): string {
  const text = results
    .flatMap(({ verdict, tests }) => [
      verdict,
      ...tests.map((each) => JSON.stringify([each.name, each.ok, each.console])),
    ])
    .join('\n')
  return bytesToHex(sha256(utf8ToBytes(text)))
}

export const VERDICTS_DIGEST = '5c474532e9d0c6123850f75949b4c9bcd697cd3d25123e0e1a0dcf721606c829'
