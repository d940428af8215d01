import { rmSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { errorMessage, PlainError } from '../../supabase/local/src/plain-error'
import { findFunctions } from '../check-functions/find-functions'

const root = fileURLToPath(new URL('../../', import.meta.url))
const functionsDir = join(root, 'supabase', 'functions')

/** The folder that Supabase's own docker compose can mount as its functions; each has `index.js` in a folder of its name. */
export const bundlesDir = join(root, 'supabase', 'bundles')

/**
 * Bundles all functions of the project, and `main`, which calls them in Supabase's own docker compose.
 * @returns the size of each bundle in bytes, by name
 * @throws PlainError if a function cannot be bundled
 */
export async function bundleFunctions(folder = bundlesDir): Promise<Map<string, number>> {
  rmSync(folder, { recursive: true, force: true })
  const entries = new Map(
    findFunctions(functionsDir).map((name) => [name, join(functionsDir, name, 'index.ts')]),
  )
  entries.set('main', fileURLToPath(new URL('main.ts', import.meta.url)))
  const sizes = new Map<string, number>()
  for (const [name, entry] of entries) sizes.set(name, await bundle(entry, join(folder, name)))
  return sizes
}

/**
 * Writes a file with all that it imports, apart from Node's own modules, into `folder/index.js`.
 * @returns the size in bytes
 * @throws PlainError if an import is not found
 */
export async function bundle(entry: string, folder: string): Promise<number> {
  try {
    const built = await build({
      root,
      configFile: false,
      logLevel: 'silent',
      publicDir: false,
      ssr: { noExternal: true },
      plugins: [{ name: 'node-prefix', enforce: 'pre', resolveId: withPrefix }],
      build: {
        ssr: entry,
        outDir: folder,
        emptyOutDir: true,
        target: 'es2023',
        // A log of the project names lines.
        minify: false,
        rolldownOptions: {
          output: { format: 'es', entryFileNames: 'index.js', codeSplitting: false },
        },
      },
    })
    const [chunk, ...more] = 'output' in built ? built.output : []
    if (chunk === undefined || more.length > 0) throw new Error('it gave more than one file.')
    const left = [...chunk.imports, ...chunk.dynamicImports].filter(
      // What is imported later is in the file, too.
      (id) => !id.startsWith('node:') && id !== chunk.fileName,
    )
    if (left.length > 0) throw new Error(`it still imports ${left.join(', ')}.`)
    return Buffer.byteLength(chunk.code)
  } catch (error) {
    throw new PlainError(`${entry} cannot be bundled: ${errorMessage(error)}`)
  }
}

/** The runtime knows Node's modules by `node:`, which some packages leave out. */
function withPrefix(id: string) {
  return builtinModules.includes(id) ? { id: `node:${id}`, external: true } : undefined
}
