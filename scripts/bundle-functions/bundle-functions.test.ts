import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../../supabase/local/src/testing/temporary-folder'
import { functionNames } from '../doctor/examine'
import { bundle, bundleFunctions } from './bundle'
import { report } from './report'

const root = fileURLToPath(new URL('../../', import.meta.url))

test('every function becomes one file, and the function main for Docker Compose is beside them', async () => {
  const folder = temporaryFolder()
  const sizes = await bundleFunctions(folder)
  expect([...sizes.keys()]).toEqual([...functionNames(), 'main'])
  for (const [name, bytes] of sizes) {
    expect(readdirSync(join(folder, name))).toEqual(['index.js'])
    expect(readFileSync(join(folder, name, 'index.js'))).toHaveLength(bytes)
  }
  expect(report(sizes)).toMatch(/^tick +\d{3} kB$/m)
})

test("only Node's own modules remain imports, and each has the prefix node:", async () => {
  const folder = temporaryFolder()
  const entry = join(folder, 'entry.ts')
  writeFileSync(join(folder, 'other.ts'), `export const word = 'inside'`)
  writeFileSync(
    entry,
    `import { join } from 'path'
     const [{ word }, os] = await Promise.all([import('./other.ts'), import('os')])
     console.log(join(word, os.EOL))`,
  )
  await bundle(entry, join(folder, 'out'))
  const text = readFileSync(join(folder, 'out', 'index.js'), 'utf8')
  expect(text).toContain('inside')
  expect([...text.matchAll(/(?:from|import\() ?"([^"]+)"/g)].map(([, id]) => id).sort()).toEqual([
    'node:os',
    'node:path',
  ])
})

test('a missing import is reported', async () => {
  const entry = join(temporaryFolder(), 'entry.ts')
  for (const missing of ['./gone.ts', 'no-such-package']) {
    writeFileSync(entry, `import ${JSON.stringify(missing)}`)
    await expect(bundle(entry, temporaryFolder())).rejects.toThrow(/entry\.ts cannot be bundled: /)
  }
})

test('bundles contain the packages that deno.json names, in the versions of the lock file', () => {
  const { packages } = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8'))
  const named = functionNames()
    .flatMap((name) => readdirSync(`${root}supabase/functions/${name}`).map((file) => [name, file]))
    .filter(([, file]) => file === 'deno.json')
    .flatMap(([name]) => {
      const text = readFileSync(`${root}supabase/functions/${name}/deno.json`, 'utf8')
      return Object.entries(JSON.parse(text).imports)
    })
  expect(named.length).toBeGreaterThan(4)
  for (const [name, address] of named) {
    expect(address).toBe(`npm:${name}@${packages[`node_modules/${name}`]?.version}`)
  }
})

test('the function main for Docker Compose passes each request to the function that its path names', async () => {
  const created: { servicePath: string; envVars: string[][] }[] = []
  let handle: (request: Request) => Promise<Response> = async () => Response.error()
  vi.stubGlobal('Deno', {
    env: { toObject: () => ({ SITE_URL: 'https://learn.example.org' }) },
    serve: (given: typeof handle) => {
      handle = given
    },
  })
  vi.stubGlobal('EdgeRuntime', {
    userWorkers: {
      async create(options: (typeof created)[number]) {
        if (options.servicePath.endsWith('/gone')) throw new Error('no such folder')
        created.push(options)
        return { fetch: async (request: Request) => Response.json(new URL(request.url).pathname) }
      },
    },
  })
  vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
  await import('./main')
  const asked = async (path: string) => {
    const answer = await handle(new Request(`http://functions:9000${path}`))
    return [answer.status, await answer.json()]
  }
  expect(await asked('/sign-files/more?of=it')).toEqual([200, '/sign-files/more'])
  expect(created).toMatchObject([
    {
      servicePath: '/home/deno/functions/sign-files',
      envVars: [['SITE_URL', 'https://learn.example.org']],
    },
  ])
  for (const path of ['/', '/main', '/gone', '/tick%2fetc', '/_shared']) {
    expect(await asked(path)).toEqual([404, expect.objectContaining({ code: 'NOT_FOUND' })])
  }
  expect(created).toHaveLength(1)
})
