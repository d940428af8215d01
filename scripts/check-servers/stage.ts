import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../supabase/local/src/free-port'
import { serveAppsBeside } from '../../supabase/local/src/gateway/apps-beside-project'
import { assembleSite } from '../site/assemble'
import { type Server, startCaddy, startNginx } from './servers'

const appsDir = fileURLToPath(new URL('../../apps', import.meta.url))

/** The address of a project, which does not have to exist: the served files do not depend on it. */
const projectUrl = process.env.VITE_SUPABASE_URL || 'https://abc.supabase.co'

export interface Stage {
  nginx: Server
  caddy: Server
  /** The folder that both servers serve. */
  site: string
  /** The port of the embedded gateway, which serves the same build. */
  gatewayPort: number
  close(): Promise<void>
}

/** Starts nginx and Caddy with the built apps, and the gateway for comparison. */
export async function openStage(): Promise<Stage> {
  const dir = mkdtempSync(join(tmpdir(), 'rookies-servers-'))
  const stops: (() => Promise<void>)[] = []
  const close = async () => {
    await Promise.all(stops.map((stop) => stop()))
    rmSync(dir, { recursive: true, force: true })
  }
  const started = async (server: Promise<Server>) => {
    const { stop } = await server
    stops.push(stop)
    return server
  }
  try {
    // The servers run under another account, which has to read the folder.
    chmodSync(dir, 0o755)
    const built = join(dir, 'dist')
    assembleSite({ appsDir, into: built, projectUrl })
    const gatewayPort = await freePort()
    stops.push(await serveAppsBeside({ port: gatewayPort, projectUrl, mailUrl: '', appsDir }))
    const own = join(dir, 'caddy')
    const caddy = await started(startCaddy(own, built))
    const nginx = await started(startNginx(join(dir, 'nginx'), built, own))
    return { nginx, caddy, site: join(built, 'site'), gatewayPort, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Returns the path of a built file whose name matches, such as `/assets/index-abc.js`. */
export function asset(folder: string, name: RegExp): string {
  const file = readdirSync(join(appsDir, folder, 'dist/assets')).find((one) => name.test(one))
  if (!file) throw new Error(`No file of ${folder} is called ${name}.`)
  return `${folder === 'learner' ? '' : '/admin'}/assets/${file}`
}

/**
 * Replaces the served files by the next build, which lacks one file of the last build.
 * @returns a function that restores the last build
 */
export function putNextBuild(site: string, missing: string): () => void {
  const files = ['/index.html', '/worker.js', missing]
    .flatMap((path) => ['', '.gz', '.br'].map((ending) => join(site, path + ending)))
    .filter((file) => existsSync(file))
  const last = files.map((file) => [file, readFileSync(file)] as const)
  for (const file of files) rmSync(file)
  for (const [file, content] of last) {
    if (file.endsWith('.html')) writeFileSync(file, `${content}<!-- next -->`)
    if (file.endsWith('worker.js')) writeFileSync(file, `${content}// next`)
  }
  return () => {
    for (const [file, content] of last) writeFileSync(file, content)
  }
}
