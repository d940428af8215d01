import type { LanguageFn } from 'highlight.js'

/**
 * One small grammar for CSS, SCSS and Less. The grammars of highlight.js list all property names (9 kB); this one
 * recognises a property by its position.
 */
export const css: LanguageFn = (hljs) => {
  const number = {
    scope: 'number',
    begin: /[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?(?:%|[a-z]+)?/,
    relevance: 0,
  }
  const variable = { scope: 'variable', begin: /(?:--|\$|@(?=[\w-]+\s*:))[\w-]+/ }
  const strings = [hljs.APOS_STRING_MODE, hljs.QUOTE_STRING_MODE]
  const comments = [hljs.C_BLOCK_COMMENT_MODE, hljs.COMMENT(/(?<![:\w])\/\//, /$/)]
  const url = {
    begin: [/url/, /\(/, /[^"')\s][^)]*/],
    beginScope: { 1: 'built_in', 3: 'string' },
  }
  const call = { scope: 'built_in', begin: /[a-z_-][\w-]*(?=\()/ }
  const values = [
    ...comments,
    ...strings,
    url,
    variable,
    { scope: 'number', begin: /#[0-9a-f]{3,8}\b/ },
    { scope: 'meta', begin: /!(?:important|default|global|optional)/ },
    call,
    number,
  ]
  return {
    name: 'CSS',
    case_insensitive: true,
    contains: [
      ...comments,
      {
        begin: /@(?:-?[a-z][\w-]*)/,
        beginScope: 'keyword',
        end: /(?=[{;}])/,
        relevance: 0,
        keywords: { $pattern: /[a-z]+/, keyword: 'and or not only from through in if else' },
        contains: [...values, { scope: 'attribute', begin: /[a-z-]+(?=\s*:)/ }],
      },
      {
        // A declaration: a name, a colon, and the value up to its end.
        begin: [/(?:--|\$)?[a-z-][\w-]*(?=\s*:\s*(?:[^{};]*(?:;|\}|$)))/, /\s*:/],
        beginScope: { 1: 'attribute' },
        end: /[;}]|$(?!\n)/,
        relevance: 0,
        contains: values,
      },
      ...strings,
      variable,
      { scope: 'selector-id', begin: /#[a-z_][\w-]*/ },
      { scope: 'selector-class', begin: /[.%][a-z_-][\w-]*/ },
      { scope: 'selector-attr', begin: /\[/, end: /\]/, contains: strings },
      { scope: 'selector-pseudo', begin: /::?[a-z-]+(?:\([^()]*\))?/ },
      { scope: 'selector-tag', begin: /&|\b[a-z][\w-]*/ },
      number,
    ],
  }
}
