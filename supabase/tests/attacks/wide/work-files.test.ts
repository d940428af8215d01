import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useDatabase } from '../../database'
import { assignments } from '../../scenes/assignments'
import { project } from '../../wire/project'
import { tokenFor } from '../../wire/tokens'

// Work can be a page or a program. Storage serves it as plain bytes to download, whatever type the sender claims
// (rules/assignments#files).
const db = useDatabase()
const { task, group } = assignments(db)

const PAGE = '<!doctype html><script>alert(document.domain)</script>'
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'

test('a browser downloads a file of work instead of showing it, also an empty file', async () => {
  const work = await task({ accepts: ['FILE'] })
  const mia = await db.person()
  await group(work, [mia])
  const token = await tokenFor(mia)
  const post = (path: string, type: string, body: string) =>
    fetch(`${project.url}${path}`, {
      method: 'POST',
      headers: { apikey: project.anonKey, authorization: `Bearer ${token}`, 'content-type': type },
      body,
    })
  const wanted = [
    { name: 'index.html', type: 'text/html', body: PAGE, sent: 'application/octet-stream' },
    { name: 'logo.svg', type: 'image/svg+xml', body: SVG, sent: 'application/octet-stream' },
    { name: '__init__.py', type: 'text/plain', body: '', sent: 'application/octet-stream' },
    // The sender claims that the file is a page.
    { name: 'page.html', type: 'text/html', body: PAGE, sent: 'text/html' },
  ]
  const begun = (await db.answer(mia, 'begin_work_uploads', {
    lesson_id: work.lesson,
    files: JSON.stringify(
      wanted.map(({ name, type, body }) => ({ name, type, size: body.length })),
    ),
  })) as { path: string }[]
  const files = wanted.map((file, at) => ({ ...file, path: String(begun[at]?.path) }))
  for (const { path, sent, body } of files) {
    const answer = await post(`/storage/v1/object/work-files/${path}`, sent, body)
    if (sent === 'application/octet-stream') expect(answer.status, path).toBe(200)
  }
  const arrived = files.filter(({ sent }) => sent === 'application/octet-stream')
  await db.answer(mia, 'submit_round', {
    ...{ lesson_id: work.lesson, operation_id: randomUUID() },
    files: JSON.stringify(
      arrived.map(({ path, name, body }) => ({ path, name, bytes: body.length })),
    ),
  })
  const asked = { bucket: 'work-files', paths: files.map(({ path }) => path) }
  const signed = await post('/functions/v1/sign-files', 'application/json', JSON.stringify(asked))
  const given: { files: { path: string; address: string }[] } = await signed.json()
  expect(given.files.length).toBeGreaterThanOrEqual(arrived.length)
  for (const { path, address } of given.files) {
    const answer = await fetch(`${project.url}/storage/v1${address}Tea%20%3Cb%3E.html`)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe(files.find((file) => file.path === path)?.body)
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment;.*Tea%20%3Cb%3E\.html/)
    // Not even if somebody removes the parameter from the address that makes it a download.
    for (const at of [address, address.replace('&download=', '')]) {
      const { headers } = await fetch(`${project.url}/storage/v1${at}`)
      expect(headers.get('content-type')).toBe('application/octet-stream')
    }
  }
})
