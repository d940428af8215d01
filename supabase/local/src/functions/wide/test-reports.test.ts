import { describe, expect, test } from 'vitest'
import { type ReportFormat, readReport } from '../../../../functions/repo-result/read-report.ts'
import { Refused } from '../../../../functions/repo-result/refused.ts'

// Reports of tests that repo-result reads, among them reports that try to exhaust or deceive it (rules/repositories#results).

/** Returns the results in a report, or the code with which it is refused. */
function read(format: ReportFormat, text: string) {
  try {
    return readReport(format, text)
  } catch (error) {
    if (error instanceof Refused) return error.code
    throw error
  }
}
const junit = (text: string) => read('junit', text)
const tap = (text: string) => read('tap', text)

/** Calls a function, and expects that it takes less than two seconds of processor time, the limit of hosted functions. */
function quickly<T>(act: () => T): T {
  const before = process.cpuUsage()
  const result = act()
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1_000).toBeLessThan(2_000)
  return result
}

describe('JUnit', () => {
  test('names tests after their class or their suites, and keeps times and messages', () => {
    expect(
      junit(`<?xml version="1.0"?><!-- pytest --><testsuites name="all">
        <testsuite name="pytest" errors="0"><properties><property name="x" value="y"/></properties>
          <testcase classname="test_sum.TestAdd" name="two &lt; three" time="0.0015"/>
          <testcase classname="test_sum" name="bad" time="1,200.5"><failure message="assert 4 == 5">assert 4 == 5
at line 3</failure><system-out>ok</system-out></testcase>
          <testcase classname="test_sum" name="later"><skipped message="no"/></testcase>
        </testsuite>
        <testsuite name="sum"><testsuite name="edge">
          <testcase name="empty" classname="test"><error message="boom"><![CDATA[<!DOCTYPE html> & more]]></error></testcase>
        </testsuite></testsuite>
        <testsuite name="broken"><error message="cannot import"/></testsuite>
        <testcase name="top"/>
      </testsuites>`),
    ).toEqual([
      { name: 'test_sum.TestAdd > two < three', ok: true, ms: 2 },
      { name: 'test_sum > bad', ok: false, message: 'assert 4 == 5\nat line 3', ms: 1_200_500 },
      { name: 'test_sum > later', ok: true, skipped: true },
      { name: 'sum > edge > empty', ok: false, message: 'boom\n<!DOCTYPE html> & more' },
      { name: 'broken', ok: false, message: 'cannot import' },
      { name: 'top', ok: true },
    ])
  })

  test('the attribute "status" counts without a child element, and two tests with one name both stay', () => {
    expect(
      junit(`<testsuite><testcase name="a" status="failed"/><testcase name="a" status="notrun"/>
        <testcase name="a"><skipped/><failure/></testcase></testsuite>`),
    ).toEqual([
      { name: 'a', ok: false },
      { name: 'a', ok: true, skipped: true },
      { name: 'a', ok: false },
    ])
  })

  const laughs = `<!DOCTYPE lolz [<!ENTITY a "lol">${Array.from(
    { length: 9 },
    (_, i) => `<!ENTITY ${'bcdefghij'[i]} "${`&${'abcdefghi'[i]};`.repeat(10)}">`,
  ).join('')}]><testsuite><testcase name="&j;"/></testsuite>`

  test.each([
    ['a billion laughs', laughs],
    ['laughs after an empty section', laughs.replace('<!DOCTYPE', '<?x <![CDATA[ ]]>?><!doctype')],
    [
      'a file of this machine',
      '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><testsuite><testcase name="&f;"/></testsuite>',
    ],
    ['another document', '<html/>'],
    ['JSON', '{"tests": []}'],
    ['two ends', '<testsuite><testcase name="a"/></testsuite></testsuite>'],
    ['no end', '<testsuite><testcase name="a"/>'],
    [
      'an element called __proto__',
      '<testsuite><__proto__><testcase name="a"/></__proto__></testsuite>',
    ],
    ['200,000 levels', `<testsuite>${'<testsuite>'.repeat(90_000)}`],
    ['50 levels', `${'<testsuite>'.repeat(50)}<testcase name="a"/>${'</testsuite>'.repeat(50)}`],
    ['a quote without an end', `<testsuite><testcase name="${' '.repeat(900_000)}`],
    ['a hundred thousand sections', `<testsuite>${'<![CDATA['.repeat(100_000)}`],
    ['open brackets', '<'.repeat(1_000_000)],
    ['attributes without a value', `<testsuite ${'a '.repeat(490_000)}/>`],
    ['nothing', ''],
  ])('%s cannot be read', (_, text) => {
    expect(quickly(() => junit(text))).toBe('UNREADABLE')
  })

  test('an undefined entity stays as it is', () => {
    expect(
      junit('<testsuite><testcase name="&a; &amp;lt; &#x110000; &#65;"/></testsuite>'),
    ).toEqual([{ name: '&a; &lt; &#x110000; A', ok: true }])
  })

  test('huge attributes and messages are cut between characters', () => {
    const text = `<testsuite>${Array.from({ length: 3 }, () => `<testcase name="${'🎈'.repeat(25_000)}" time="1e99"><failure message="${'é'.repeat(50_000)}x"/></testcase>`).join('')}</testsuite>`
    const [first] = quickly(() => readReport('junit', text))
    expect(first).toEqual({ name: '🎈'.repeat(300), ok: false, message: 'é'.repeat(1_000) })
  })

  test('long names of suites around thousands of tests are cut', () => {
    const suites = `<testsuite name="${'n'.repeat(20_000)}">`.repeat(30)
    const tests = '<testcase name="a"/>'.repeat(4_900)
    const text = `<testsuite>${suites}${tests}${'</testsuite>'.repeat(31)}`
    expect(quickly(() => junit(text))).toHaveLength(4_900)
    const inner = `${' '.repeat(40)}ok 1\n`.repeat(4_900)
    const outer = Array.from(
      { length: 10 },
      (_, i) => `${' '.repeat(36 - 4 * i)}ok 1 - ${'n'.repeat(70_000)}`,
    )
    expect(quickly(() => tap(`${inner}${outer.join('\n')}\n1..1`))).toHaveLength(4_900)
  })

  test('5,000 tests are read, and 100,000 are too many', () => {
    const many = (n: number) => `<a>${'<testcase/>'.repeat(n)}</a>`.replaceAll('a>', 'testsuite>')
    expect(quickly(() => junit(many(5_000)))).toHaveLength(5_000)
    expect(quickly(() => junit(many(5_001)))).toBe('TOO_MANY_TESTS')
    expect(quickly(() => junit(many(90_000)))).toBe('TOO_MANY_TESTS')
    expect(quickly(() => tap(`1..100000\n${'ok\n'.repeat(100_000)}`))).toBe('TOO_MANY_TESTS')
  })

  test('a report without tests is refused', () => {
    expect(junit('<testsuites/>')).toBe('NO_RESULTS')
    expect(
      junit('<testsuite name="a"><system-out>&lt;testcase name="a"/></system-out></testsuite>'),
    ).toBe('NO_RESULTS')
  })
})

describe('TAP', () => {
  test('keeps names, times, and details', () => {
    expect(
      tap(`TAP version 14
# a comment
ok 1 - adds # time=12.4ms
not ok 2 - keeps \\# the order
  ---
  duration_ms: 3.2
  message: 'expected 4'
  ok 9 - not a test
  ...
ok
  ---
  duration_ms: 1
  ...
1..3`),
    ).toEqual([
      { name: 'adds', ok: true, ms: 12 },
      {
        name: 'keeps # the order',
        ok: false,
        message: "duration_ms: 3.2\nmessage: 'expected 4'\nok 9 - not a test",
        ms: 3,
      },
      { name: 'test', ok: true, ms: 1 },
    ])
  })

  test('names of inner tests begin with the outer test, which counts only if it failed and no inner test did', () => {
    expect(
      tap(`# Subtest: sum
    # Subtest: edge
        not ok 1 - empty
        1..1
    not ok 1 - edge
    ok 2 - two
    1..2
not ok 1 - sum
    ok 1 - inner
not ok 2 - alone
1..2`),
    ).toEqual([
      { name: 'sum > edge > empty', ok: false },
      { name: 'sum > two', ok: true },
      { name: 'alone > inner', ok: true },
      { name: 'alone', ok: false },
    ])
  })

  test('tests with the directive "skip" or "todo" count as skipped', () => {
    expect(
      tap(
        '1..4\nnot ok 1 - a # TODO later\nok 2 - b # SKIP\nok 3 - c \\# SKIP\nok 4 - d # skipped',
      ),
    ).toEqual([
      { name: 'a', ok: true, skipped: true },
      { name: 'b', ok: true, skipped: true },
      { name: 'c # SKIP', ok: true },
      { name: 'd', ok: true, skipped: true },
    ])
  })

  test.each([
    ['an early end', '1..3\nok 1\n', 'The plan is of 3 tests, and 1 came.'],
    ['more tests than planned', '1..1\nok 1\nok 2\n', 'The plan is of 1 tests, and 2 came.'],
    ['no plan', 'ok 1\n', 'There is no plan, and 1 came.'],
  ])('%s fails', (_, text, message) => {
    expect(tap(text)).toContainEqual({ name: 'Plan', ok: false, message })
  })

  test('"Bail out!" counts as a failed test', () => {
    expect(tap('1..1\nok 1\nBail out! No disk')).toContainEqual({
      name: 'Bail out!',
      ok: false,
      message: 'Bail out! No disk',
    })
  })

  test.each(['', 'okay 1', '1..0 # skip', 'hello\n  ---\n  ok 1\n', `${' '.repeat(999_000)}ok`])(
    'no tests are no result: %#',
    (text) => expect(quickly(() => tap(text))).toBe('NO_RESULTS'),
  )

  test.each([
    ['details of a megabyte', `1..1\nnot ok 1\n  ---\n${'  a: 1\n'.repeat(140_000)}`],
    [
      'details that double',
      `1..1\nnot ok 1\n  ---\n  a: &a [x,x]\n  b: [*a,*a]\n  f: !function "process.exit()"\n  ...`,
    ],
    ['one line', `1..1\nnot ok 1 - ${' # '.repeat(330_000)}`],
    ['spaces', `1..1\nnot ok ${' '.repeat(990_000)}x`],
    [
      'levels',
      `${Array.from({ length: 2_000 }, (_, i) => `${'    '.repeat(i % 100)}ok 1 - a`).join('\n')}\nnot ok 1\n1..1`,
    ],
  ])('%s are read quickly, and fail', (_, text) => {
    const results = quickly(() => readReport('tap', text))
    expect(results.some(({ ok }) => !ok)).toBe(true)
    for (const { message = '' } of results)
      expect(Buffer.byteLength(message)).toBeLessThanOrEqual(2_000)
  })
})

test('names and messages have no terminal sequences, NUL, half characters, or marks that turn text around', () => {
  const [ESC, CSI] = ['\u001b', '\u009b']
  const bad = `${ESC}[31mred${ESC}[0m\u0000 ${ESC}]0;title\u0007${ESC}]8;;http://x${ESC}\\link${CSI}2J${ESC}c\u202eevil\u2066\ud800 \u007fé👩‍💻`
  const clean = 'red linkevil é👩‍💻'
  expect(tap(`1..1\nnot ok 1 - ${bad}\n  ---\n  m: ${bad}\n  \tx\n  ...`)).toEqual([
    { name: clean, ok: false, message: `m: ${clean}\nx` },
  ])
  expect(
    junit(
      `<testsuite><testcase name="${bad}&#27;[1m&#0;"><failure>${bad}&#10;x</failure></testcase></testsuite>`,
    ),
  ).toEqual([{ name: clean, ok: false, message: `${clean}\nx` }])
})
