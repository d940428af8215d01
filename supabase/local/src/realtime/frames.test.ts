import { expect, test } from 'vitest'
import { realtimeClient } from '../testing/realtime-server'
import { readMessage, versions, writeMessage } from './frames'

const wireOf = (text: string, isBinary = false) => [Buffer.from(text), isBinary] as const

test.each(versions)('serializer %s: reads what the client writes', (vsn) => {
  const client = realtimeClient(1, { vsn })
  let written: string | ArrayBuffer = ''
  const message = {
    join_ref: '1',
    ref: '2',
    topic: 'realtime:a "room"',
    event: 'phx_join',
    payload: { config: { private: false } },
  }
  client.encode(message, (wire: string | ArrayBuffer) => {
    written = wire
  })
  expect(readMessage(...wireOf(String(written)), vsn)).toEqual({
    joinRef: '1',
    ref: '2',
    topic: 'realtime:a "room"',
    event: 'phx_join',
    payload: { config: { private: false } },
  })
})

test.each(versions)('serializer %s: writes what the client reads', (vsn) => {
  const client = realtimeClient(1, { vsn })
  const wire = writeMessage(
    vsn,
    { topic: 'realtime:a', joinRef: '1', ref: '2' },
    'phx_reply',
    '{"status":"ok"}',
  )
  let read: unknown
  client.decode(wire, (message: unknown) => {
    read = message
  })
  expect(read).toMatchObject({
    topic: 'realtime:a',
    event: 'phx_reply',
    ref: '2',
    payload: { status: 'ok' },
    ...(vsn === '2.0.0' && { join_ref: '1' }),
  })
})

test('reads the address of a binary broadcast', () => {
  const client = realtimeClient(1)
  let wire = new ArrayBuffer(0)
  const message = {
    join_ref: '3',
    ref: '4',
    topic: 'realtime:a',
    event: 'broadcast',
    payload: { type: 'broadcast', event: 'cursor', payload: { x: 1 } },
  }
  client.encode(message, (written: string | ArrayBuffer) => {
    if (written instanceof ArrayBuffer) wire = written
  })
  const address = { joinRef: '3', ref: '4', topic: 'realtime:a', event: 'broadcast', payload: {} }
  expect(readMessage(Buffer.from(wire), true, '2.0.0')).toEqual(address)
  expect(readMessage(Buffer.from(wire), true, '1.0.0')).toBeUndefined()
  expect(readMessage(Buffer.from(wire).subarray(0, 12), true, '2.0.0')).toBeUndefined()
})

test.each([
  '',
  'null',
  '{',
  '[]',
  '[1]',
  '[null,null,"topic"]',
  '[null,null,1,"event",{}]',
  '[{},null,"topic","event",{}]',
  `["${'9'.repeat(200)}",null,"topic","event",{}]`,
  '{"topic":"a","event":"b"}',
])('%s is no message of the second version', (text) => {
  expect(readMessage(...wireOf(text), '2.0.0')).toBeUndefined()
})

test.each(['', '[]', '"x"', '{"topic":"a"}', '[null,null,"a","b",{}]', '{"topic":"a","event":{}}'])(
  '%s is no message of the first version',
  (text) => {
    expect(readMessage(...wireOf(text), '1.0.0')).toBeUndefined()
  },
)

test('treats a payload that is no object as empty', () => {
  expect(readMessage(...wireOf('[null,null,"a","b",[1]]'), '2.0.0')?.payload).toEqual({})
})
