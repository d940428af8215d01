import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { buildWhatChanged } from './build.mjs'
import { findChromium } from './chromium.mjs'
import { commandLine } from './command-line.mjs'
import { installWhatIsMissing } from './install.mjs'
import { root } from './root.mjs'

const folder = join(root, 'gallery')

/** @param {string[]} args arguments for Playwright */
export function takePictures(args) {
  installWhatIsMissing('all')
  buildWhatChanged()
  rmSync(folder, { recursive: true, force: true })
  const { status } = spawnSync(
    ...commandLine('playwright', ['test', '--config', 'e2e/gallery.config.ts', ...args]),
    { cwd: root, stdio: 'inherit', env: { ...process.env, CHROMIUM: findChromium() } },
  )
  writeIndex()
  console.log(`The pictures are in ${join(folder, 'index.html')}`)
  process.exit(status ?? 1)
}

/** Writes the index page with all pictures, light and dark side by side. */
function writeIndex() {
  const names = readdirSync(folder).filter((name) => name.endsWith('.png'))
  const rows = [...new Set(names.map((name) => name.replace(/-(light|dark)-\d+\.png$/, '')))]
  const picture = (name) =>
    names.includes(name)
      ? `<a href="${name}"><img src="${name}" alt="${name}" loading="lazy"></a>`
      : ''
  const body = rows.map(
    (row) =>
      `<h2>${row}</h2><div>${[320, 360, 740, 768, 1280, 1920]
        .flatMap((width) => [
          picture(`${row}-light-${width}.png`),
          picture(`${row}-dark-${width}.png`),
        ])
        .join('')}</div>`,
  )
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Gallery</title>
<style>body{font:16px system-ui;margin:2rem;background:#888}div{display:flex;gap:1rem;overflow-x:auto;align-items:flex-start}img{height:420px;border:1px solid #555}</style>
<h1>Gallery</h1>${body.join('\n')}</html>\n`,
  )
}
