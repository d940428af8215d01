import type { ListedFiles } from './project-files'

/** The settings of an Exercism track that matter here: the order and the names of its exercises. */
export interface Track {
  /** Titles by slug, in order. Exercises that are deprecated are not among them. */
  titles: ReadonlyMap<string, string>
}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

function parse(text: string): Json {
  try {
    // Some tracks have a comma after the last value.
    return JSON.parse(text.replace(/,(\s*[\]}])/g, '$1'))
  } catch {
    return null
  }
}

const fieldOf = (value: Json | undefined, name: string): Json | undefined =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? value[name] : undefined

const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])

const namesOf = (value: Json | undefined) =>
  listOf(value).filter((each): each is string => typeof each === 'string')

/** Reads the `config.json` of a repository; null if it is not an Exercism track. */
export function readTrack(text: string): Track | null {
  const exercises = fieldOf(parse(text), 'exercises')
  const titles = new Map<string, string>()
  for (const kind of ['concept', 'practice'])
    for (const one of listOf(fieldOf(exercises, kind))) {
      const [slug, name, status] = ['slug', 'name', 'status'].map((field) => fieldOf(one, field))
      if (typeof slug === 'string' && typeof name === 'string' && status !== 'deprecated')
        titles.set(slug, name)
    }
  return titles.size > 0 ? { titles } : null
}

/** Reads the `.meta/config.json` of an exercise; null if it has no lists of files. */
export function readListedFiles(text: string): ListedFiles | null {
  const files = fieldOf(parse(text), 'files')
  const [solution = [], test = [], example = [], exemplar = [], editor = []] = [
    'solution',
    'test',
    'example',
    'exemplar',
    'editor',
  ].map((name) => namesOf(fieldOf(files, name)))
  if (solution.length === 0) return null
  return { solution, test, example: example.length > 0 ? example : exemplar, editor }
}

/** Matches the beginning of a link to a page of Exercism's own site. */
const OF_SITE =
  /(\]\()\/(?=(?:tracks|docs|exercises)\/)|(^\[[^\]\n]+\]:\s*)\/(?=(?:tracks|docs|exercises)\/)/gm
const NOTE = /^~~~~exercism\/(note|caution|advanced)\n([\s\S]*?)\n~~~~$/gm

/** Returns the text of a lesson from the parts that Exercism shows one below the other; empty parts are left out. */
export function exercismText(parts: readonly { heading: string; text: string }[]): string {
  const filled = parts
    .map(({ heading, text }) => ({ heading, body: text.replace(/^\s*# [^\n]*\n*/, '').trim() }))
    .filter(({ body }) => body !== '')
  return filled
    .map(({ heading, body }) => (filled.length > 1 ? `## ${heading}\n\n${body}` : body))
    .join('\n\n')
    .replace(
      OF_SITE,
      (_, inline = '', reference = '') => `${inline}${reference}https://exercism.org/`,
    )
    .replace(NOTE, (_, kind: string, body: string) => {
      const lines = body.split('\n').map((line) => `> ${line}`.trimEnd())
      return [`> [!${kind === 'caution' ? 'CAUTION' : 'NOTE'}]`, ...lines].join('\n')
    })
}
