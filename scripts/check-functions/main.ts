import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { errorMessage } from '../../supabase/local/src/plain-error'
import { bundle, bundleFunctions, bundlesDir } from '../bundle-functions/bundle'
import { type Call, type Deployment, differences } from './call'
import { CALLS } from './calls'
import { findDeno, type RunningFunction, runFunction } from './deno'
import { describeUnmatched, findFunctions } from './find-functions'
import { type Outcome, section, summary } from './report'
import { openStage } from './stage'

const root = fileURLToPath(new URL('../../', import.meta.url))
const functions = join(root, 'supabase', 'functions')

/** Milliseconds until a call counts as unanswered. */
const ANSWER_MS = 60_000

/**
 * Bundles the edge functions, starts each bundle under Deno, makes its calls against a product with its own data, and
 * prints the results. Returns the exit code, which is 1 if an answer is wrong.
 * @param wanted names of functions; all if empty
 */
export async function checkFunctions(wanted: readonly string[]): Promise<number> {
  const found = findFunctions(functions)
  const names = wanted.length > 0 ? wanted : found
  const complaints = [
    ...describeUnmatched(found, Object.keys(CALLS)),
    ...names.filter((name) => !found.includes(name)).map((name) => `${name} is no function.`),
  ]
  if (complaints.length > 0) {
    console.error(complaints.join('\n'))
    return 1
  }
  const deno = findDeno()
  await bundleFunctions()
  const stage = await openStage()
  const outcomes: Outcome[] = []
  try {
    for (const name of names) {
      for (const deployment of (await CALLS[name]?.(stage)) ?? []) {
        const came = await tryDeployment(deno, name, deployment)
        outcomes.push(...came)
        console.log(`${section(deployment.title, came)}\n`)
      }
    }
  } finally {
    await stage.close()
  }
  console.log(summary(names.length, outcomes))
  return outcomes.some((one) => one.differences.length > 0) ? 1 : 0
}

async function tryDeployment(
  deno: string,
  name: string,
  { secrets, calls, entry }: Deployment,
): Promise<Outcome[]> {
  const running = await start(deno, name, { secrets, entry }).catch(errorMessage)
  if (typeof running === 'string') {
    return [{ name: 'its start', came: 'none', differences: [running] }]
  }
  try {
    const outcomes: Outcome[] = []
    for (const call of calls) outcomes.push(await make(call, running.url))
    if (outcomes.some((one) => one.differences.length > 0)) console.error(running.logged())
    return outcomes
  } finally {
    await running.stop()
  }
}

async function start(
  deno: string,
  name: string,
  { secrets, entry }: Pick<Deployment, 'secrets' | 'entry'>,
): Promise<RunningFunction> {
  const folder = entry
    ? join(root, 'node_modules/.cache/rookies/check-functions', name)
    : join(bundlesDir, name)
  if (entry) await bundle(join(root, entry), folder)
  return runFunction(deno, { name, bundle: join(folder, 'index.js'), secrets })
}

async function make(call: Call, url: string): Promise<Outcome> {
  const { name, expected, afterwards } = call
  try {
    await call.before?.()
    const answer = await send(call, url)
    const text = await answer.text()
    const body = parse(text)
    const wrong = [
      ...differences(expected.status, answer.status, 'the status'),
      ...differences(expected.headers ?? {}, Object.fromEntries(answer.headers), 'the headers'),
      ...(expected.body === undefined ? [] : differences(expected.body, body, 'the body')),
      ...(afterwards
        ? differences(afterwards.expected, await afterwards.look(), 'afterwards')
        : []),
    ]
    return { name, came: shortForm(answer.status, body), differences: wrong }
  } catch (error) {
    return { name, came: 'no answer', differences: [errorMessage(error)] }
  }
}

function send(call: Call, url: string): Promise<Response> {
  const { method = 'POST', path = '', headers, body } = call
  const isSentUnchanged =
    body === undefined || typeof body === 'string' || body instanceof Uint8Array
  return fetch(url + path, {
    method,
    redirect: 'manual',
    headers: { 'content-type': 'application/json', ...headers },
    body: isSentUnchanged ? body : JSON.stringify(body),
    signal: AbortSignal.timeout(ANSWER_MS),
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function shortForm(status: number, body: unknown): string {
  const { code, outcome } = Object(body)
  return [status, code ?? outcome ?? ''].join(' ').trim()
}
