import { PassThrough, Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { agrees, ask } from './prompt'

const typing = (text: string) => ({ stdin: Readable.from([text]), stdout: new PassThrough() })
/** A closed input, as in CI or after Ctrl-D on a terminal. */
const nobody = () => ({ stdin: Readable.from([]), stdout: new PassThrough() })

test('a question whose input is closed fails, and says how to avoid the question', async () => {
  await expect(agrees('Delete it?', nobody())).rejects.toThrow(
    'Nobody answered. Add --yes to agree.',
  )
  for (const hidden of [false, true]) {
    await expect(ask('Who? ', hidden, nobody())).rejects.toThrow(
      'Nobody answered. Set ROOKIES_EMAIL and ROOKIES_PASSWORD instead.',
    )
  }
})

test('only the answer yes agrees', async () => {
  for (const yes of ['y\n', 'Yes \n']) expect(await agrees('Delete it?', typing(yes))).toBe(true)
  for (const no of ['\n', 'n\n', 'yesterday\n']) {
    expect(await agrees('Delete it?', typing(no))).toBe(false)
  }
})

test('a hidden answer is read without being shown', async () => {
  const terminal = typing('secret\n')
  expect(await ask('Password: ', true, terminal)).toBe('secret')
  expect(terminal.stdout.read().toString()).toBe('Password: \n')
})
