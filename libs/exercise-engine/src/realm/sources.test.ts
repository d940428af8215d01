import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { expect, test } from 'vitest'

/** The functions that run in realms. Each is bundled with everything that its module imports. */
const REALMS = {
  CLONE: 'globals/clone',
  CRYPTO: 'globals/crypto',
  DOM_EXCEPTION: 'globals/dom-exception',
  ENCODING: 'globals/encoding',
  EVENTS: 'globals/events',
  FOREIGN: 'foreign',
  FROM_ASYNC: 'globals/from-async',
  HARNESS: 'harness',
  INTL: 'intl',
  LOCK: 'lock',
  TESTS_API: 'tests-api',
  URLS: 'globals/url',
  WORLD: 'world',
}

/** Returns the code of a module as an expression for its default export, without types, comments and white space. */
async function expressionOf(name: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target: 'es2023',
      rolldownOptions: {
        preserveEntrySignatures: 'strict',
        input: fileURLToPath(new URL(`${name}.ts`, import.meta.url)),
        output: {
          format: 'iife',
          name: 'realm',
          intro: `'use strict'`,
          // The names of functions and classes stay unchanged, because results contain them.
          minify: {
            compress: false,
            mangle: { keepNames: true },
            codegen: { removeWhitespace: true },
          },
        },
      },
    },
  })
  const [result] = [built].flat()
  if (!result || !('output' in result)) throw new Error('The build watches.')
  return result.output[0].code.replace(/^var realm=/, '').replace(/;\s*$/, '')
}

test('sources.gen.ts is made from the modules; `npx vitest run sources -u` writes it again', async () => {
  const lines = await Promise.all(
    Object.entries(REALMS).map(async ([name, module]) => {
      return `export const ${name} =\n  ${JSON.stringify(await expressionOf(module))}\n`
    }),
  )
  const head = '// Made from the modules of this folder by sources.test.ts. Do not edit.\n'
  await expect(head + lines.join('')).toMatchFileSnapshot('sources.gen.ts')
})
