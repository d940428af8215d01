import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { readMails } from './read-mails'

/** Answers like Mailpit: a search gives summaries, and pages of its screen have any other address. */
async function startMailpit(to: string): Promise<string> {
  const search = `/api/v1/search?query=${encodeURIComponent(`to:"${to}"`)}`
  const messages = { [search]: { messages: [{ ID: 'second' }, { ID: 'first' }] } }
  const html = '<p>123456</p><a href="http://localhost/verify?token=a&amp;type=b">Go</a>'
  const answers: Record<string, object> = {
    ...messages,
    '/api/v1/message/first': { Subject: 'First', HTML: '', Text: 'Text' },
    '/api/v1/message/second': { Subject: 'Second', HTML: html, Text: '' },
  }
  const server = createServer(({ url = '' }, res) => {
    const answer = answers[url]
    if (answer) res.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
    else res.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('mails are read from Mailpit, the newest first, with their links and code', async () => {
  const mailpit = await startMailpit('ada@example.test')
  expect(await readMails(mailpit, 'ada@example.test')).toMatchObject([
    { subject: 'Second', links: ['http://localhost/verify?token=a&type=b'], code: '123456' },
    { subject: 'First', text: 'Text', links: [], code: null },
  ])
  await expect(readMails(mailpit, 'bob@example.test')).rejects.toThrow(/there is no mailbox/)
})
