import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import {
  RUNNER_HEADER,
  RUNNER_PATH,
  RUNNER_POLICY,
} from '../../libs/data/src/exercises/runner/policy'

const source = (name: string) => fileURLToPath(new URL(`src/runner/${name}.ts`, import.meta.url))

/**
 * A Vite plugin that builds the document that runs code as `/runner.html`. Everything is inside it, because its policy
 * lets it load nothing. During development it is built when it is requested.
 */
export function runnerPlugin(): Plugin {
  return {
    name: 'rookies:runner',
    async generateBundle() {
      this.emitFile({
        type: 'asset',
        fileName: RUNNER_PATH.slice(1),
        source: await runnerDocument(),
      })
    },
    configureServer({ middlewares }) {
      middlewares.use(RUNNER_PATH, (_, response, next) => {
        runnerDocument().then((html) => {
          response.setHeader('content-type', 'text/html; charset=utf-8')
          response.setHeader('content-security-policy', RUNNER_HEADER)
          response.end(html)
        }, next)
      })
    },
  }
}

async function runnerDocument(): Promise<string> {
  const [worker, script] = await Promise.all([bundled('worker'), bundled('document')])
  // A script ends at the first end tag, wherever it stands.
  const constant = JSON.stringify(worker).replaceAll('<', '\\u003c')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta http-equiv="Content-Security-Policy" content="${RUNNER_POLICY}" />
<title>Runs code</title>
</head>
<body>
<script>
const WORKER = ${constant};
${script}
</script>
</body>
</html>
`
}

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
        input: source(name),
        output: { format: 'iife', codeSplitting: false },
        // The engine asks for its own address and does not need it, because it is one file.
        transform: { define: { 'import.meta': '{}' } },
      },
    },
  })
  const [result] = [built].flat()
  if (!result || !('output' in result)) throw new Error('The build watches: see runner-plugin.ts')
  return result.output[0].code
}
