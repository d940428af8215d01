import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { PAGE_HEADER, PAGE_PATH, PAGE_POLICY } from './page/policy'
import { RUNNER_HEADER, RUNNER_PATH, RUNNER_POLICY } from './runner/policy'

interface SealedDocument {
  path: string
  header: string
  html: () => Promise<string>
}

const DOCUMENTS: SealedDocument[] = [
  { path: RUNNER_PATH, header: RUNNER_HEADER, html: runnerDocument },
  { path: PAGE_PATH, header: PAGE_HEADER, html: pageDocument },
]

/**
 * A Vite plugin that builds the documents that run learners' code, `/runner.html` and `/page.html`. Everything is
 * inside them, because their policies let them load nothing. During development they are built when they are requested.
 */
export function documentsPlugin(): Plugin {
  return {
    name: 'rookies:documents',
    async generateBundle() {
      for (const { path, html } of DOCUMENTS) {
        this.emitFile({ type: 'asset', fileName: path.slice(1), source: await html() })
      }
    },
    configureServer({ middlewares }) {
      for (const { path, header, html } of DOCUMENTS) {
        middlewares.use(path, (_, response, next) => {
          html().then((text) => {
            response.setHeader('content-type', 'text/html; charset=utf-8')
            response.setHeader('content-security-policy', header)
            response.end(text)
          }, next)
        })
      }
    },
  }
}

async function runnerDocument(): Promise<string> {
  const [worker, script] = await Promise.all([bundled('runner/worker'), bundled('runner/document')])
  return documentOf('Runs code', RUNNER_POLICY, `const WORKER = ${asConstant(worker)};\n${script}`)
}

async function pageDocument(): Promise<string> {
  const script = withoutTags(await bundled('page/document'))
  return documentOf('Shows a page', PAGE_POLICY, script)
}

/** A script ends at the first end tag, wherever it stands. */
const asConstant = (text: string) => JSON.stringify(text).replaceAll('<', '\\u003c')

/** Escapes tags, which a bundle has only in texts and patterns. */
const withoutTags = (script: string) =>
  script.replace(/<(?=\/?script)/gi, '\\x3c').replaceAll('<!--', '\\x3c!--')

const documentOf = (title: string, policy: string, script: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta http-equiv="Content-Security-Policy" content="${policy}" />
<title>${title}</title>
</head>
<body>
<script>
${script}
</script>
</body>
</html>
`

/** Returns a script and all that it imports as one. */
async function bundled(name: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: {
        input: fileURLToPath(new URL(`${name}.ts`, import.meta.url)),
        output: { format: 'iife', codeSplitting: false },
        // The engine asks for its own address and does not need it, because it is one file.
        transform: { define: { 'import.meta': '{}' } },
      },
    },
  })
  const [result] = [built].flat()
  if (!result || !('output' in result))
    throw new Error('The build watches: see documents-plugin.ts')
  return result.output[0].code
}
