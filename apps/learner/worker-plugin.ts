import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const SOURCE = fileURLToPath(new URL('src/worker/worker.ts', import.meta.url))
const PAGE = 'index.html'

/**
 * A Vite plugin that builds the service worker as `/worker.js` with a list of the build's files. It runs after these
 * files are written and before they are compressed.
 */
export function workerPlugin(): Plugin {
  let outDir = ''
  return {
    name: 'rookies:worker',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir)
    },
    async writeBundle(_, bundle) {
      const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry)
      if (!entry) throw new Error('The build has no entry: see worker-plugin.ts')
      const names = await builtFiles(outDir)
      const hash = createHash('sha256').update(await readFile(SOURCE))
      for (const name of names) hash.update(name).update(await readFile(join(outDir, name)))
      await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        define: {
          // The page is cached under `/`, at which the server returns it, and not under the name of its file.
          FILES: JSON.stringify(names.map((name) => (name === PAGE ? '/' : `/${name}`))),
          ENTRY: JSON.stringify(entry.fileName),
          BUILD: JSON.stringify(hash.digest('hex').slice(0, 12)),
        },
        build: {
          outDir,
          emptyOutDir: false,
          target: 'es2023',
          modulePreload: false,
          rolldownOptions: {
            input: SOURCE,
            output: { format: 'iife', entryFileNames: 'worker.js' },
          },
        },
      })
    },
  }
}

/** Files that are needed only to install the app. They are not cached; the browser requests them from the server. */
const FOR_INSTALLING = /^icons\/|\.webmanifest$/

/** Returns the files that the build has written for its pages, without the manifest. */
async function builtFiles(outDir: string): Promise<string[]> {
  const found = await readdir(outDir, { recursive: true, withFileTypes: true })
  return found
    .filter((file) => file.isFile())
    .map((file) => relative(outDir, join(file.parentPath, file.name)).split(sep).join('/'))
    .filter((name) => !name.startsWith('.') && !FOR_INSTALLING.test(name))
    .sort()
}
