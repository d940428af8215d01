import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { readReport } from '../../../supabase/functions/repo-result/read-report.ts'
import { sha256 } from '../../../supabase/local/src/testing/jobs'
import { findGradingPrograms } from '../../lib/grading-programs.mjs'
import { readWorkflow } from '../../testing/read-workflow'
import { TEMPLATE } from '../run-suite'
import { formatOf, type Suite } from '../suite'
import { workflowOf } from '../workflow'
import { example, type Files, folderOf, grade, script, take } from './harness'

beforeAll(findGradingPrograms, 600_000)

const root = fileURLToPath(new URL('../../..', import.meta.url))
const node = example('rotate-node')
const nodeTests = join(TEMPLATE, 'suites/rotate-node')
const ROTATE = `export function rotate(text, key) {
  return text.replace(/[a-z]/gi, (c) => {
    const a = c < 'a' ? 65 : 97
    return String.fromCharCode(((c.charCodeAt(0) - a + key) % 26) + a)
  })
}
`
const python: Suite = { ...example('word-count-python'), paths: ['src'] }
/** The suite in Python without requirements.txt, so that it uses Debian's pytest, and with the work in the folder src. */
const pythonTests = folderOf({
  'pytest.ini': '[pytest]\npythonpath = src\n',
  'tests/test_word_count.py': readFileSync(
    join(TEMPLATE, 'suites/word-count-python/tests/test_word_count.py'),
    'utf8',
  ),
})
const COUNT = `import re, collections
def count_words(text):
    return dict(collections.Counter(re.findall("[a-z]+", text.lower())))
`
/** A suite that runs the learner's program instead of tests, so that the program prints the report. */
const own: Suite = { ...example('any-command'), paths: ['a.sh'], run: 'bash a.sh', report: 'tap' }
const nothing = folderOf({})
const POINT = 'echo "1..1"; echo "ok 1 - x"\n'

const results = (suite: Suite, report: string) => readReport(formatOf(suite), report)
const failed = (suite: Suite, report: string) => results(suite, report).filter(({ ok }) => !ok)
const names = (suite: Suite, report: string) => results(suite, report).map(({ name }) => name)

test('shellcheck finds nothing in the scripts', () => {
  const files = readdirSync(join(TEMPLATE, 'scripts')).map(script)
  const run = spawnSync('shellcheck', files, { encoding: 'utf8' })
  expect(`${run.stdout}${run.stderr}`).toBe('')
})

describe('what is taken from a commit', () => {
  test('only listed paths are taken, without files that configure a test runner, and the tests of the school stay', () => {
    const { folder, log, status } = take(
      nodeTests,
      folderOf({
        'src/rotate.js': ROTATE,
        'src/package.json': '{"type": "commonjs"}',
        'src/deep/conftest.py': '',
        'src/jest.config.js': '',
        'src/__mocks__/chai.js': '',
        'src/main_test.go': '',
        'src/node_modules/x/index.js': '',
        'src/x.dist-info/entry_points.txt': '[pytest11]\nx = x\n',
        'src/NuGet.Config': '',
        'src/rotate.dll': '',
        'src/__pycache__/rotate.cpython-312.pyc': '',
        'src/rotate.node': '',
        'src/META-INF/services/org.junit.platform.launcher.TestExecutionListener': '',
        'test/rotate.test.js': 'process.exit(0)',
        'package.json': '{"scripts": {"test": "true"}}',
        'node_modules/assert/index.js': '',
        '.npmrc': '',
      }),
      ['src'],
    )
    expect(status).toBe(0)
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
    expect(files.filter((file) => /\.|META|modules/.test(file))).toEqual([
      'package.json',
      'src/rotate.js',
      'suite.json',
      'test/rotate.test.js',
    ])
    expect(readFileSync(join(folder, 'package.json'), 'utf8')).toContain('"private"')
    expect(log.match(/^Left out: /gm)).toHaveLength(12)
  })

  test('a file that configures a test runner is taken if the assignment lists the file itself', () => {
    const commit = folderOf({ 'package.json': '{}' })
    expect(take(nothing, commit, ['package.json']).log).toBe('Taken: package.json, 1 files.\n')
  })

  test.each([
    [
      'a symbolic link in a folder',
      { 'src/a.js': { link: '/etc/passwd' } },
      'src',
      /symbolic link/,
    ],
    ['a link as the path', { src: { link: '/etc' } }, 'src', /symbolic link/],
    ['a link above the path', { src: { link: '/etc' } }, 'src/passwd', /symbolic link/],
    ['a way out', { 'src/a.js': '' }, 'src/../../etc', /lists the path/],
    ['the folder of Git', { '.git/config': '' }, '.git', /lists the path/],
    ['a missing path', { 'a.js': '' }, 'src', /has no src/],
    ['a folder without files, as submodules are', { 'src/.git': 'gitdir: x' }, 'src', /no files/],
    ['a path that the school has', { 'test/a.js': '' }, 'test', /the suite itself/],
  ])('%s is refused', (_, files, path, sentence) => {
    const { status, log } = take(nodeTests, folderOf(files), [path])
    expect(log).toMatch(sentence)
    expect(status).toBe(1)
  })

  test('a special file is refused before it is read', () => {
    const commit = folderOf({ 'src/a.js': '' })
    expect(spawnSync('mkfifo', [join(commit, 'src/pipe')]).status).toBe(0)
    expect(take(nothing, commit, ['src']).log).toMatch(/src\/pipe is no ordinary file/)
  })

  test('files keep names with line breaks, quotes, and commands, and such names add no line to the log', () => {
    const odd = [
      'src/a\n::set-output name=x::1',
      `src/'"$(touch hacked) \`id\``,
      'src/-rf',
      'src/*',
    ]
    const commit = folderOf({
      ...Object.fromEntries(odd.map((name) => [name, name])),
      'src/b\n##[x]/package.json': '',
    })
    const { folder, log, status } = take(nothing, commit, ['src'])
    expect(status).toBe(0)
    for (const name of odd) expect(readFileSync(join(folder, name), 'utf8')).toBe(name)
    expect(log.split('\n')).toHaveLength(3)
    expect(log).not.toMatch(/^(::|##\[)/m)
  })
})

describe('the dependencies of a suite', () => {
  /** Runs install.sh with fakes of npm and python3 that print their arguments, and a fake curl that downloads "jar". */
  function install(LANGUAGE: string, files: Files) {
    const say = '#!/bin/sh\necho "$0 $*"\n'
    const programs = folderOf({ npm: say, python3: say, curl: '#!/bin/sh\nprintf jar >"$7"\n' })
    for (const name of readdirSync(programs)) chmodSync(join(programs, name), 0o755)
    const env = { ...process.env, LANGUAGE, PATH: `${programs}:${process.env.PATH}` }
    const args = [script('install.sh'), folderOf(files)]
    const { status, stdout } = spawnSync('bash', args, { env, encoding: 'utf8' })
    return { status, said: stdout.replace(`${programs}/`, '') }
  }

  test('only the packages in the lock file are installed, without install scripts and with hashes', () => {
    const inNode = install('node', { 'package-lock.json': '{}' })
    expect(inNode.said).toMatch(/^npm ci --ignore-scripts /)
    const inPython = install('python', { 'requirements.txt': '' })
    expect(inPython.said).toMatch(/^python3 -m pip install .*--require-hashes --only-binary :all: /)
    const sum = sha256('jar')
    const jars = (hash: string) => ({ 'jars.lock': `${hash} https://example.org/a/junit.jar\n` })
    expect(install('java', jars(sum)).status).toBe(0)
    expect(install('java', jars('0'.repeat(64))).status).toBe(1)
    expect(install('command', {})).toEqual({ status: 0, said: '' })
  })
})

describe('what the code of a learner can do', () => {
  test('right work passes in Node and in Python', () => {
    const inNode = grade(node, nodeTests, { 'src/rotate.js': ROTATE })
    expect(names(node, inNode.report)).toContain('begins again after z')
    expect(failed(node, inNode.report)).toEqual([])
    const inPython = grade(python, pythonTests, { 'src/word_count.py': COUNT })
    expect(names(python, inPython.report)).toEqual([
      'tests.test_word_count > test_counts_one_word',
      'tests.test_word_count > test_counts_each_word_in_any_case',
      'tests.test_word_count > test_ignores_punctuation',
    ])
    expect(failed(python, inPython.report)).toEqual([])
  })

  test('with ISOLATION=none, the tests run as the current user, and the log says so', () => {
    const files = { 'src/word_count.py': COUNT }
    const { log, report } = grade(python, pythonTests, files, { isolation: 'none' })
    expect(log).toMatch(/^Here, the tests run as yourself\./)
    expect(names(python, report)).toHaveLength(3)
    expect(failed(python, report)).toEqual([])
    const ends = grade(
      { ...own, report: 'exit' },
      nothing,
      { 'a.sh': POINT },
      { isolation: 'none' },
    )
    expect(ends.report).toBe('TAP version 13\n1..1\nok 1 - any-command\n')
  })

  test('the steps of the workflow, run in their order, report that right work passes', () => {
    const [workspace, temp] = [folderOf({ 'commit/src/rotate.js': ROTATE }), folderOf({})]
    cpSync(TEMPLATE, join(workspace, 'grading'), { recursive: true })
    const { jobs } = readWorkflow('workflow.yml', workflowOf(node, '')) as {
      jobs: { run: { env: Record<string, string>; steps: { run?: string }[] } }
    }
    const env = {
      ...process.env,
      ...jobs.run.env,
      RUNNER_TEMP: temp,
      REPOSITORY: 'school/grading',
      COMMIT: 'c'.repeat(40),
    }
    const shell = ['--noprofile', '--norc', '-eo', 'pipefail', '-c']
    const runs = jobs.run.steps.flatMap((step) => step.run ?? [])
    for (const text of runs) {
      const run = spawnSync('bash', [...shell, text], { cwd: workspace, env, encoding: 'utf8' })
      expect(run.status, run.stderr).toBe(0)
    }
    const report = readFileSync(join(temp, 'results/rotate-node'), 'utf8')
    expect(failed(node, report)).toEqual([])
    const empty = { ...env, REPOSITORY: '' }
    expect(spawnSync('bash', [...shell, runs[0] ?? ''], { env: empty }).status).toBe(1)
  })

  test('a conftest.py of the learner that would let every test pass is left out', () => {
    const hook = 'def pytest_pyfunc_call(pyfuncitem):\n    return True\n'
    const files = {
      'src/word_count.py': 'def count_words(text): return 1\n',
      'src/conftest.py': hook,
    }
    expect(failed(python, grade(python, pythonTests, files).report)).toHaveLength(3)
  })

  test('if the code ends the process early, its tests are missing from the report', () => {
    const inNode = grade(node, nodeTests, { 'src/rotate.js': 'process.exit(0)' })
    expect(names(node, inNode.report)).not.toContain('rotates letters')
    const early = { 'src/word_count.py': 'import os\nos._exit(0)\n' }
    const inPython = grade(python, pythonTests, early)
    expect(inPython).toMatchObject({ status: 1, report: '' })
    expect(inPython.log).toContain('no results')
  })

  test('results that the code of a learner prints are not counted', () => {
    const forged = `console.log('<testcase name="rotates letters"/></testsuites>')\n`
    const { report } = grade(node, nodeTests, {
      'src/rotate.js': `${forged}export const rotate = () => ''\n`,
    })
    expect(failed(node, report)).toHaveLength(3)
    expect(names(node, report)).toHaveLength(3)
  })

  test('the code is another user with no rights, who sees no process, file, or variable of the job and writes only in /tmp', () => {
    // On machines of GitHub, everybody may write into some folders of the PATH. This folder represents them.
    mkdirSync(join(root, 'test-results'), { recursive: true })
    const open = mkdtempSync(join(root, 'test-results/open-'))
    chmodSync(open, 0o777)
    const places = `${open} /usr/local/bin /usr/share /opt /etc /home /mnt /var /run . test src`
    const attack = `id -u; echo "caps $(grep -c 'Cap...:.0000000000000000' /proc/self/status)"
for place in ${places}; do if touch "$place/x" 2>/dev/null; then echo "wrote in $place"; fi; done
echo "processes $(ls /proc | grep -c '^[0-9]')"; ls -A /home; env | grep SECRET
sudo -n true 2>/dev/null && echo 'sudo works'; kill -9 1 2>/dev/null && echo 'killed'
`
    const files = { 'a.sh': `exec 3>&1; { ${attack} } >&2; ${POINT}` }
    const { log, folder, report, status } = grade(own, nothing, files)
    expect(status).toBe(0)
    expect(report).toBe('1..1\nok 1 - x\n')
    const [, uid, caps, processes, ...more] = log.split('\n')
    expect(uid).toBe('| 65534')
    expect(caps).toBe('| caps 5')
    expect(Number(processes?.slice('| processes '.length))).toBeLessThan(12)
    expect(more).toEqual(['', 'The tests printed 14 bytes of results.', ''])
    expect(readdirSync(folder)).toEqual(['a.sh'])
    expect(readdirSync(open)).toEqual([])
  })

  test('the code cannot change the tests that run after it', () => {
    const tests = folderOf({})
    cpSync(nodeTests, tests, { recursive: true })
    const work = `import { writeFileSync, rmSync } from 'node:fs'
for (const file of ['test/rotate.test.js', 'package.json', 'src/rotate.js']) {
  for (const act of [writeFileSync, rmSync]) try { act(file, ''); console.error('changed', file) } catch {}
}
export const rotate = () => ''
`
    const { log, report } = grade(node, tests, { 'src/rotate.js': work })
    expect(log).not.toContain('changed')
    expect(failed(node, report)).toHaveLength(3)
  })

  test('a process that the code leaves running ends with the tests', () => {
    const files = {
      'a.sh': `(setsid sleep 54321 >/dev/null 2>&1 &); setsid sleep 54321 & ${POINT}`,
    }
    const started = Date.now()
    expect(grade(own, nothing, files).report).toContain('ok 1 - x')
    expect(Date.now() - started).toBeLessThan(30_000)
    const running = readdirSync('/proc').filter((id) => /^\d+$/.test(id))
    const commands = running.map((id) => {
      try {
        return readFileSync(`/proc/${id}/cmdline`, 'utf8')
      } catch {
        return ''
      }
    })
    expect(commands.filter((command) => command.includes('54321'))).toEqual([])
  })

  test('code that runs forever ends with the time limit, and nothing counts', () => {
    const endless = { 'a.sh': "trap '' TERM INT HUP; while :; do :; done\n" }
    const { status, log } = grade(own, nothing, endless, { seconds: 2 })
    expect(log).toContain('did not end within 2 seconds')
    expect(log).toContain('nothing counts')
    expect(status).toBe(1)
  })

  test('100 MB of results do not count, and 100 MB of messages are cut off', () => {
    const lines = grade(own, nothing, { 'a.sh': 'yes "ok 1 - x" | head -c 100000000\n' })
    expect(lines.log).toContain('more than 900000 bytes')
    expect(lines.status).toBe(1)
    const messages = grade(own, nothing, { 'a.sh': `yes | head -c 100000000 >&2; ${POINT}` })
    expect(messages.report).toContain('ok 1 - x')
    expect(messages.log.length).toBeLessThan(400_000)
  })

  test('text that the code prints cannot give a command to the job', () => {
    const print = `printf '::set-output name=a::1\\nx\\r::add-path::/tmp\\n##[add-mask]a\\033[2J\\n' >&2\n`
    const { log } = grade(own, nothing, { 'a.sh': print + POINT })
    expect(log).toContain('| ::set-output name=a::1\n| x::add-path::/tmp\n| # # [add-mask]a[2J\n')
  })

  test.each([
    ['exit 0', 'ok 1 - any-command'],
    ['exit 3', 'not ok 1 - any-command'],
    ['kill -9 $$', 'not ok 1 - any-command'],
    ['sleep 60', 'not ok 1 - any-command'],
    ['echo "ok 1 - forged"; exit 1', 'not ok 1 - any-command'],
  ])('with its exit code alone, "%s" gives "%s"', (command, line) => {
    const suite: Suite = { ...own, report: 'exit' }
    const { report } = grade(suite, nothing, { 'a.sh': command }, { seconds: 3 })
    expect(report).toBe(`TAP version 13\n1..1\n${line}\n`)
  })
})
