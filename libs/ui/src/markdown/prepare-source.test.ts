import { expect, test } from 'vitest'
import { prepareSource } from './prepare-source'

test('line ends, byte order mark and NUL are normalised', () => {
  expect(prepareSource('\uFEFFa\r\nb\rc\0')).toBe('a\nb\nc\uFFFD')
})

test('a closing tag after text gets a line of its own, except in code and HTML', () => {
  expect(prepareSource('- a\n</div>')).toBe('- a\n\n</div>')
  expect(prepareSource('a\n\n</div>')).toBe('a\n\n</div>')
  expect(prepareSource('<b>\n</div>')).toBe('<b>\n</div>')
  expect(prepareSource('```\na\n</div>\n```')).toBe('```\na\n</div>\n```')
  expect(prepareSource('``` a ``` b\n</div>')).toBe('``` a ``` b\n\n</div>')
})

test('excessive nesting is cut, but ordinary lines and code are not changed', () => {
  expect(prepareSource('> '.repeat(14))).toBe(`${'> '.repeat(12)}\\> > `)
  expect(prepareSource(`${' '.repeat(90)}a`)).toBe(`${' '.repeat(48)}a`)
  for (const same of ['- '.repeat(40), '* * *', '> - 1. > a', `~~~\n${' '.repeat(90)}a\n~~~`]) {
    expect(prepareSource(same)).toBe(same)
  }
})

test('nesting is also cut in fences, which the parser may not recognise as code', () => {
  expect(prepareSource(`- ~~~\n${'>'.repeat(500)}`)).toBe(
    `- ~~~\n${'>'.repeat(100)}\\${'>'.repeat(400)}`,
  )
})
