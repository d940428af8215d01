import { escapeHtml } from '../../../functions/_shared/mail-layout.ts'
import { page } from '../mail/pages'
import { RUNS } from './report'
import { MAX_LISTED, type Repository } from './repositories'

/** The answer to the last button that was pressed for a repository. */
export interface LastRun {
  /** The label of the button. */
  run: string
  status: number
  sentence: string
}

/** Returns the key of a repository in the map of last runs. It is also the id of the list item. */
export const keyOf = ({ lesson_id, user_id }: Pick<Repository, 'lesson_id' | 'user_id'>) =>
  `${lesson_id}.${user_id}`

export function listPage(repositories: Repository[], last: ReadonlyMap<string, LastRun>): string {
  const rows = repositories.map((one) => item(one, last.get(keyOf(one))))
  const cut = repositories.length === MAX_LISTED ? ` The newest ${MAX_LISTED} are shown.` : ''
  return ciPage(
    'Repositories',
    `<header>
      <h1>Repositories</h1>
      <p>This page plays GitHub on this machine: it sends results of tests as a workflow would.${cut}</p>
    </header>
    ${
      rows.length > 0
        ? `<ul class="repositories">${rows.join('\n')}</ul>`
        : '<p class="empty">No repository was asked for yet. Paste the address of one into a lesson whose work is tested, then reload this page.</p>'
    }`,
  )
}

/** Returns the page about a request that was refused. */
export const refusedPage = (sentence: string): string =>
  ciPage(
    'Nothing was sent',
    `<header><h1>Nothing was sent</h1><p>${escapeHtml(sentence)}</p></header>
    <p><a href="/_ci">All repositories</a></p>`,
  )

function item(one: Repository, last: LastRun | undefined): string {
  const name = escapeHtml(`${one.owner}/${one.name}`)
  const key = escapeHtml(keyOf(one))
  const commit = one.sha ? `, commit <code>${escapeHtml(one.sha.slice(0, 7))}</code>` : ''
  const result = one.verdict ? `last result ${escapeHtml(one.verdict)}${commit}` : 'no result yet'
  const buttons = Object.entries(RUNS).map(
    ([run, label]) => `<button type="submit" name="run" value="${run}">${label}</button>`,
  )
  const form = `<form action="/_ci/run" method="post">
        <input type="hidden" name="lesson_id" value="${escapeHtml(one.lesson_id)}">
        <input type="hidden" name="user_id" value="${escapeHtml(one.user_id)}">
        <fieldset><legend>Run</legend>${buttons.join('\n')}</fieldset>
      </form>`
  const isTested = one.grader !== null && one.suite !== null
  return `<li id="${key}">
      <h2>${name}</h2>
      <p class="about">${escapeHtml(one.lesson)}, ${escapeHtml(one.email)}</p>
      <p>${one.connected ? 'Connected' : 'Not connected yet'}, ${result}</p>
      <p><code>${escapeHtml(one.line)}</code></p>
      ${isTested ? form : '<p class="about">The assignment is not tested.</p>'}
      ${last ? said(last) : ''}
    </li>`
}

const said = ({ run, status, sentence }: LastRun) =>
  `<p class="said" role="status"><strong>${escapeHtml(run)}: ${status}</strong> ${escapeHtml(sentence)}</p>`

const ciPage = (title: string, main: string) => page(title, main, '/_ci/style.css')
