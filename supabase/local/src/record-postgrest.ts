import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { errorMessage } from './plain-error'
import type { Release } from './rest/binary'
import { download, sumOf } from './rest/download'

const table = fileURLToPath(new URL('rest/release.json', import.meta.url))

/**
 * Downloads the file of PostgREST's release for each platform, and writes its size and SHA-256 into the table by
 * which `npm start` checks downloads. A sum that is there already is compared instead: a released file never changes.
 *
 * @returns whether every file could be downloaded and is the one that the table describes
 */
export async function recordPostgrest(say: (line: string) => void, path = table): Promise<boolean> {
  const release: Release = JSON.parse(readFileSync(path, 'utf8'))
  const dir = mkdtempSync(join(tmpdir(), 'rookies-postgrest-'))
  const how = { what: `PostgREST ${release.version}`, env: process.env, say, stallMs: 30_000 }
  let isWhole = true
  try {
    for (const [platform, file] of Object.entries(release.platforms)) {
      if (!file) continue
      try {
        const kept = await download(file, dir, how)
        release.platforms[platform] = {
          address: file.address,
          bytes: statSync(kept).size,
          sha256: await sumOf(kept),
        }
      } catch (error) {
        isWhole = false
        say(`${platform}: ${errorMessage(error)}`)
      }
    }
    writeFileSync(path, `${JSON.stringify(release, null, 2)}\n`)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
  return isWhole
}
