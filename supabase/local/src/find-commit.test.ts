import { describe, expect, test } from 'vitest'
import { findCommit, listAddress } from '../../functions/tick/find-commit.ts'
import { commitOf, readRefs } from '../../functions/tick/read-refs.ts'
import { pktLine, REF_LIST_HEAD, refList } from './testing/ref-list'

// Tests how a host's list of branches is parsed, and which hosts are requested (rules/assignments#commits).
const [MAIN, TEA, TAG, TAGGED] = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(40)) as [
  string,
  string,
  string,
  string,
]
const bytesOf = (text: string) => new TextEncoder().encode(text)
const list = refList([
  ['HEAD', MAIN],
  ['refs/heads/main', MAIN],
  ['refs/heads/more/tea', TEA],
  ['refs/tags/v1', TAG],
  ['refs/tags/v1^{}', TAGGED],
])
const commit = (text: string, branch: string | null = null) => {
  const found = readRefs(bytesOf(text))
  return found && commitOf(found, branch)
}

describe('a list of branches', () => {
  test.each([
    [null, MAIN],
    ['HEAD', MAIN],
    ['HEAD/src', MAIN],
    ['main', MAIN],
    ['main/src/index.ts', MAIN],
    ['more/tea', TEA],
    ['more/tea/src', TEA],
    ['v1', TAGGED],
    ['gone', MAIN],
    // A shortened commit hash that is not in the list.
    ['0a1b2c3', null],
  ])('shows the commit of %j', (branch, sha) => {
    expect(commit(list, branch)).toBe(sha)
  })

  test('may contain commit hashes of 64 digits', () => {
    const sha = 'e'.repeat(64)
    expect(commit(refList([['HEAD', sha]]))).toBe(sha)
  })

  test('has no commit if the repository is empty, or HEAD is on a branch without one', () => {
    const nothing = '0'.repeat(40)
    expect(commit(refList([['capabilities^{}', nothing]]))).toBeNull()
    expect(commit(`${REF_LIST_HEAD}0000`)).toBeNull()
    expect(commit(refList([['refs/heads/tea', TEA]]))).toBeNull()
    expect(commit(refList([['refs/heads/tea', TEA]]), 'tea')).toBe(TEA)
  })

  test('may be cut off anywhere, and then shows only the commits of its complete lines', () => {
    const head = list.indexOf('003d')
    for (let length = 0; length < list.length; length++) {
      const cut = list.slice(0, length)
      expect([null, MAIN], `${length}`).toContain(commit(cut))
      if (length >= head) expect(commit(cut)).toBe(MAIN)
      // The answer is neither the tag itself, which is not a commit, nor the default branch.
      expect([null, TAGGED], `${length}`).toContain(commit(cut, 'v1'))
      expect([null, TEA], `${length}`).toContain(commit(cut, 'more/tea'))
      if (length < list.length - 4) expect(commit(cut, 'gone')).toBeNull()
    }
  })

  test('can be that of a shallow repository', () => {
    const shallow = list.replace(/0000$/, `${pktLine(`shallow ${TEA}\n`)}0000`)
    expect(commit(shallow, 'main')).toBe(MAIN)
  })

  test.each([
    ['a page', '<!doctype html><title>Sign in</title>'],
    ['the list of a dumb server', `${MAIN}\trefs/heads/main\n`],
    ['another service', list.replace('git-upload-pack', 'git-receive-pac')],
    ['nothing', ''],
    ['no separator', list.replace(/^(.*?)0000/s, '$1')],
    ['an error', `${REF_LIST_HEAD}${pktLine('ERR Repository not found.')}0000`],
    ['a version', `${REF_LIST_HEAD}${pktLine('version 2\n')}${pktLine('ls-refs\n')}0000`],
    ['a length of three', `${REF_LIST_HEAD}0003`],
    ['an empty line', `${REF_LIST_HEAD}0004`],
    ['a length that is too long', `${REF_LIST_HEAD}fff1${'x'.repeat(70_000)}`],
    ['a length with a sign', `${REF_LIST_HEAD}-001x`],
    ['a length in words', `${REF_LIST_HEAD} 3d${MAIN}`],
    ['a line without abilities', `${REF_LIST_HEAD}${pktLine(`${MAIN} HEAD\n`)}0000`],
    ['abilities on each line', list.replace(' refs/heads/main\n', ' refs/heads/m\0in\n')],
    ['a commit in capitals', refList([['HEAD', 'A'.repeat(40)]])],
    ['a commit of another length', refList([['HEAD', 'a'.repeat(41)]])],
    ['a commit of zeros', refList([['HEAD', '0'.repeat(40)]])],
    ['a name with a blank', refList([['HEAD HEAD', MAIN]])],
    ['a name with a line break', refList([['HEAD\nHEAD', MAIN]])],
    [
      'a name twice',
      refList([
        ['HEAD', MAIN],
        ['HEAD', TEA],
      ]),
    ],
  ])('is not %s', (_, text) => {
    expect(readRefs(bytesOf(text))?.refs.size ?? 0).toBe(0)
    expect(commit(text)).toBeNull()
  })

  test('may have names in any encoding', () => {
    const list = refList([
      ['HEAD', MAIN],
      ['refs/heads/tee-ü', TEA],
    ])
    expect(commit(list, 'tee-ü')).toBe(TEA)
    const bytes = bytesOf(list).map((byte) => (byte === 0xc3 ? 0xff : byte))
    const found = readRefs(bytes)
    expect(found && commitOf(found, null)).toBe(MAIN)
  })
})

describe('the address of a list', () => {
  test('is at the three hosts', () => {
    expect(listAddress('github.com', 'ada/tea')).toBe(
      'https://github.com/ada/tea.git/info/refs?service=git-upload-pack',
    )
    expect(listAddress('gitlab.com', 'a/b/c/tea.js')).toBe(
      'https://gitlab.com/a/b/c/tea.js.git/info/refs?service=git-upload-pack',
    )
    expect(listAddress('bitbucket.org', 'ada/.tea')).not.toBeNull()
  })

  test.each([
    ['github.com.evil.example', 'ada/tea'],
    ['evil.example', 'ada/tea'],
    ['GitHub.com', 'ada/tea'],
    ['github.com:22', 'ada/tea'],
    ['ada@github.com', 'ada/tea'],
    ['127.0.0.1', 'ada/tea'],
    ['github.com@169.254.169.254', 'ada/tea'],
    ['ɡithub.com', 'ada/tea'],
    ['', 'ada/tea'],
    [null, 'ada/tea'],
    ['github.com', null],
    ['github.com', ''],
    ['github.com', 'ada'],
    ['github.com', '/ada/tea'],
    ['github.com', 'ada//tea'],
    ['github.com', 'ada/../tea'],
    ['github.com', './tea'],
    ['github.com', 'ada/tea?x'],
    ['github.com', 'ada/tea#x'],
    ['github.com', 'ada/tea\n'],
    ['github.com', 'ada/t%65a'],
    ['github.com', 'ada/tea/@evil.example'],
    ['github.com', 'ada\\tea/x'],
  ])('is none for %j and %j, and no request is made', async (host, path) => {
    expect(listAddress(host, path)).toBeNull()
    const asked: string[] = []
    const options = {
      restUrl: '',
      serviceKey: '',
      siteUrl: '',
      askHost: async (address: string) => {
        asked.push(address)
        return new Response()
      },
    }
    await expect(findCommit({ host, path }, options)).rejects.toThrow('not looked up')
    expect(asked).toEqual([])
  })
})
