import { rmSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { errorMessage, PlainError } from '../../supabase/local/src/plain-error'
import { findFunctions } from '../check-functions/find-functions'

const root = fileURLToPath(new URL('../../', import.meta.url))
const functionsDir = join(root, 'supabase', 'functions')

/**
 * The folder that Supabase's docker compose can mount as its functions. Each function is a folder of its name with
 * `index.js`.
 */
export const bundlesDir = join(root, 'supabase', 'bundles')

/**
 * Bundles all functions of the project, and `main`, which calls the others in Supabase's docker compose.
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
 * Bundles a file with all its imports, except Node's own modules, into `folder/index.js`.
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
        // The code is not minified, so that the logs of a project show readable lines.
        minify: false,
        rolldownOptions: {
          output: { format: 'es', entryFileNames: 'index.js', codeSplitting: false },
        },
      },
    })
    const [chunk, ...more] = 'output' in built ? built.output : []
    if (chunk === undefined || more.length > 0) throw new Error('it gave more than one file.')
    const left = [...chunk.imports, ...chunk.dynamicImports].filter(
      // Dynamic imports are part of the file too.
      (id) => !id.startsWith('node:') && id !== chunk.fileName,
    )
    if (left.length > 0) throw new Error(`it still imports ${left.join(', ')}.`)
    return Buffer.byteLength(chunk.code)
  } catch (error) {
    throw new PlainError(`${entry} cannot be bundled: ${errorMessage(error)}`)
  }
}

/** Adds the prefix `node:`, by which the runtime knows Node's modules and which some packages leave out. */
function withPrefix(id: string) {
  return builtinModules.includes(id) ? { id: `node:${id}`, external: true } : undefined
}
