import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { vi } from 'vitest'
import { freePort } from '../../supabase/local/src/free-port'

/** A running server. */
export interface Server {
  port: number
  tlsPort: number
  stop(): Promise<void>
}

/** The account `nobody` on Linux, for a process that root starts. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

/**
 * Starts Caddy with the generated Caddyfile, at an address without TLS and an address with TLS.
 * @param dir an empty folder. `built`, the output of `npm run build`, is copied to its folder `site` and served from
 * there.
 */
export async function startCaddy(dir: string, built: string): Promise<Server> {
  createServerFolder(dir)
  const [port, tlsPort] = [await freePort(), await freePort()]
  const config = join(dir, 'Caddyfile')
  const options = [
    'admin off',
    'skip_install_trust',
    'default_bind 127.0.0.1',
    'auto_https disable_redirects',
  ]
  writeFileSync(config, `{\n${options.join('\n')}\n}\nimport ${join(built, 'Caddyfile')}\n`)
  const addresses = `http://localhost:${port}, https://localhost:${tlsPort}`
  const env = { SITE_URL: addresses, SITE_ROOT: join(built, 'site'), HOME: dir, XDG_DATA_HOME: dir }
  const args = ['run', '--config', config, '--adapter', 'caddyfile']
  const stop = await start(process.env.CADDY ?? 'caddy', args, { dir, env, ports: [port, tlsPort] })
  return { port, tlsPort, stop }
}

/** Returns the certificate that Caddy created for itself, and its key. */
const certificateOf = (dir: string) => {
  const name = join(dir, 'caddy/certificates/local/localhost/localhost')
  return { certificate: `${name}.crt`, key: `${name}.key` }
}

/** Starts nginx with the generated file, and with the certificate of the Caddy that runs in `caddyDir`. */
export async function startNginx(dir: string, built: string, caddyDir: string): Promise<Server> {
  createServerFolder(dir)
  const [port, tlsPort] = [await freePort(), await freePort()]
  const { certificate, key } = certificateOf(caddyDir)
  await vi.waitFor(() => {
    if (!existsSync(certificate) || !existsSync(key))
      throw new Error('There is no certificate yet.')
  }, WAIT)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(dir, kind)};`,
  )
  const config = join(dir, 'main.conf')
  writeFileSync(
    config,
    `daemon off; worker_processes 1; pid ${join(dir, 'pid')}; error_log stderr;
events {}
http {
  access_log off; ${temporary.join(' ')}
  server {
    listen 127.0.0.1:${port};
    listen 127.0.0.1:${tlsPort} ssl;
    server_name localhost;
    ssl_certificate ${certificate};
    ssl_certificate_key ${key};
    root ${join(built, 'site')};
    include ${join(built, 'nginx.conf')};
  }
}
`,
  )
  const args = ['-p', dir, '-c', config, '-e', 'stderr']
  const stop = await start(process.env.NGINX ?? 'nginx', args, {
    dir,
    env: {},
    ports: [port, tlsPort],
  })
  return { port, tlsPort, stop }
}

const WAIT = { timeout: 20_000, interval: 25 }

async function start(
  program: string,
  args: string[],
  { dir, env, ports }: { dir: string; env: Record<string, string>; ports: number[] },
): Promise<() => Promise<void>> {
  const child = spawn(program, args, {
    cwd: dir,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...NOBODY,
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
  const ended = once(child, 'close')
  try {
    for (const port of ports) {
      await vi.waitFor(
        () => fetch(`http://127.0.0.1:${port}/`, { method: 'HEAD' }).catch(acceptRefusal),
        WAIT,
      )
    }
  } catch {
    child.kill()
    throw new Error(`${program} does not answer. It said:\n${said}`)
  }
  return async () => {
    child.kill()
    await ended
  }
}

/** Accepts the error of a TLS port that refuses a plain request, because a server listens there. */
function acceptRefusal(error: Error & { cause?: { code?: string } }): void {
  if (error.cause?.code === 'ECONNREFUSED') throw error
}

/** Creates a folder that the server's account may write to. */
function createServerFolder(dir: string): void {
  mkdirSync(dir, { recursive: true })
  if (NOBODY.uid) chownSync(dir, NOBODY.uid, NOBODY.gid)
}
