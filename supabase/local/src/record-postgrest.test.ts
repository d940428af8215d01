import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from './free-port'
import { recordPostgrest } from './record-postgrest'
import { temporaryFolder } from './testing/temporary-folder'

test('sizes and sums of the release are written into the table, and a file that changed or is gone is reported', async () => {
  const server = createServer(
    ({ url }, res) => void res.writeHead(url === '/gone' ? 404 : 200).end(url),
  )
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => void server.closeAllConnections())
  const path = join(temporaryFolder(), 'release.json')
  const entry = (name: string, sha256: string | null, bytes: number | null = null) => ({
    address: `http://127.0.0.1:${port}/${name}`,
    bytes,
    sha256,
  })
  const write = (platforms: object) =>
    writeFileSync(path, JSON.stringify({ version: '1', platforms }))
  const read = () => JSON.parse(readFileSync(path, 'utf8'))
  const sumOfText = (text: string) => createHash('sha256').update(text).digest('hex')

  const lines: string[] = []
  const say = (line: string) => lines.push(line)
  const right = entry('b', sumOfText('/b'))
  write({ a: entry('a', null), b: right })
  expect(await recordPostgrest(say, path)).toBe(true)
  const platforms = { a: entry('a', sumOfText('/a'), 2), b: { ...right, bytes: 2 } }
  expect(read()).toEqual({ version: '1', platforms })

  const [changed, gone] = [entry('c', 'a'.repeat(64)), entry('gone', null)]
  write({ changed, gone, a: entry('a', null) })
  expect(await recordPostgrest(say, path)).toBe(false)
  expect(read().platforms).toEqual({ changed, gone, a: platforms.a })
  expect(lines.join('\n')).toMatch(
    /changed: .*is not the file that was released[\s\S]*gone: .* 404/,
  )
})
