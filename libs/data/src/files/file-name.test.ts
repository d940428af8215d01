import { expect, it } from 'vitest'
import { plainFileName } from './file-name'

it.each([
  ['__init__.py', '__init__.py'],
  ['Übung 1 – Lösung (最終).ipynb', 'Übung 1 – Lösung (最終).ipynb'],
  ['A\u0308rger.txt', 'Ärger.txt'],
  ['.gitignore', '.gitignore'],
  ['../../etc/passwd', 'passwd'],
  ['..\\..\\boot.ini', 'boot.ini'],
  ['src/..', 'file'],
  ['a\0b\n.txt', 'ab.txt'],
  // With the direction mark, this name would be shown as "photo_exe.png".
  ['photo_\u202Egnp.exe', 'photo_gnp.exe'],
  ['half \uD800.txt', 'half .txt'],
  [' ', 'file'],
  [`${'𝒜'.repeat(300)}.ipynb`, `${'𝒜'.repeat(249)}.ipynb`],
])('shows the file %j as %j', (name, plain) => {
  expect(plainFileName(name)).toBe(plain)
})
