import { expect, it } from 'vitest'
import { linkProblem, typedLink } from './typed-link'

it.each([
  ['my-site.example', 'https://my-site.example'],
  [' https://my-site.example/a. ', 'https://my-site.example/a'],
  ['<https://my-site.example>', 'https://my-site.example'],
  ['github.com/mia/tea', 'https://github.com/mia/tea'],
  ['git@github.com:mia/tea.git', 'https://github.com/mia/tea'],
  ['ssh://git@gitlab.com/mia/tea.git', 'https://gitlab.com/mia/tea'],
  ['localhost:3000', 'http://localhost:3000'],
  ['index.html', 'index.html'],
  ['slides.pdf', 'slides.pdf'],
  ['my-site.example/index.html', 'https://my-site.example/index.html'],
  ['soon', 'soon'],
])('corrects %j to %s', (typed, meant) => {
  expect(typedLink(typed)).toBe(meant)
})

it.each([
  ['', false, null],
  ['https://my-site.example', false, null],
  ['https://github.com/mia/tea', true, null],
  ['https://git.example/tea', true, null],
  ['http://localhost:3000', false, /^Only your own computer/],
  ['http://127.0.0.1:5500/index.html', false, /^Only your own computer/],
  ['file:///home/mia/index.html', false, /^Only your own computer/],
  ['https://vscode.dev/github/mia/tea', true, /^This is the address of your editor/],
  ['https://gitpod.io/#https://github.com/mia/tea', false, null],
  ['https://abc.github.dev/', false, /^This is the address of your editor/],
  ['https://github.com', true, /^The name of the repository/],
  ['https://github.com/mia', true, /^The name of the repository/],
  ['index.html', false, /^Please enter a valid URL/],
  ['mia@example.org', false, /^Please enter a valid URL/],
])('reports about the link %j (of a repository: %s): %s', (link, isRepository, said) => {
  const problem = linkProblem(link, isRepository)
  if (said === null) expect(problem).toBeNull()
  else expect(problem).toMatch(said)
})
