import { build } from 'vite'

/** Bundles a module of the product into one script, which defines a global variable with the module's exports. */
export async function bundleForPages(entry: string, name: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      lib: { entry, formats: ['iife'], name },
    },
  })
  const [result] = [built].flat()
  if (!result || !('output' in result)) throw new Error('The build watches.')
  return result.output[0].code
}
