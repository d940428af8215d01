import { PassThrough, Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { agrees, ask } from './prompt'

const typing = (text: string) => ({ stdin: Readable.from([text]), stdout: new PassThrough() })
/** A closed input, as in CI, or Ctrl-D on a terminal. */
const nobody = () => ({ stdin: Readable.from([]), stdout: new PassThrough() })

test('a question whose input is closed fails, and says how it need not be asked', async () => {
  await expect(agrees('Delete it?', nobody())).rejects.toThrow(
    'Nobody answered. Add --yes to agree.',
  )
  for (const hidden of [false, true]) {
    await expect(ask('Who? ', hidden, nobody())).rejects.toThrow(
      'Nobody answered. Set ROOKIES_EMAIL and ROOKIES_PASSWORD instead.',
    )
  }
})

test('only a yes agrees', async () => {
  for (const yes of ['y\n', 'Yes \n']) expect(await agrees('Delete it?', typing(yes))).toBe(true)
  for (const no of ['\n', 'n\n', 'yesterday\n']) {
    expect(await agrees('Delete it?', typing(no))).toBe(false)
  }
})

test('a hidden answer is taken and not shown', async () => {
  const terminal = typing('secret\n')
  expect(await ask('Password: ', true, terminal)).toBe('secret')
  expect(terminal.stdout.read().toString()).toBe('Password: \n')
})
