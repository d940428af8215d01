import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../free-port'
import { PlainError } from '../plain-error'
import { rawRequest } from '../testing/raw-request'
import { listen } from './listen'

test.each(['127.0.0.1', '::1', '0.0.0.0'])(
  'a taken port on %s is reported in a sentence',
  async (host) => {
    const taken = createServer()
    onTestFinished(() => void taken.close())
    const port = await freePort()
    await new Promise<void>((resolve) => taken.listen(port, host, resolve))
    await expect(listen(port)).rejects.toThrow(
      new PlainError(
        `Port ${port} is taken by another program. Choose another one: PORT=${port + 1} npm start`,
      ),
    )
    // No socket stays open after a failure.
    await new Promise((resolve) => taken.close(resolve))
    const listener = await listen(port)
    await listener.close()
  },
)

test('before it serves, callers are told to retry', async () => {
  const port = await freePort()
  const listener = await listen(port)
  onTestFinished(() => listener.close(0))
  const answer = await rawRequest(port, '/')
  expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1'])
  const health = await rawRequest(port, '/health')
  expect(JSON.parse(String(health.body))).toEqual({ status: 'starting', pid: process.pid })
})

test('closing lets a running request finish and accepts no new one', async () => {
  const port = await freePort()
  const listener = await listen(port)
  let finish = () => {}
  const reached = new Promise<void>((resolve) => {
    listener.serve((_req, res) => {
      finish = () => res.end('finished')
      resolve()
    })
  })
  const running = rawRequest(port, '/')
  await reached
  const closing = listener.close()
  await expect(rawRequest(port, '/')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  finish()
  expect(String((await running).body)).toBe('finished')
  await closing
})

test('a connection without a request does not delay closing', async () => {
  const port = await freePort()
  const listener = await listen(port)
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const closed = once(socket.resume(), 'close')
  await listener.close(60_000)
  await closed
})

test('a request that does not finish in time is disconnected', async () => {
  const port = await freePort()
  const listener = await listen(port)
  const reached = new Promise<void>((resolve) => listener.serve(() => resolve()))
  const running = expect(rawRequest(port, '/')).rejects.toMatchObject({ code: 'ECONNRESET' })
  await reached
  await listener.close(0)
  await running
})
