import type { Json } from '../database.gen'
import { isRecord } from '../device/draft'
import type { CodeFile, WorkFile } from './round'

/** The limits of a round, in characters, files and bytes (rules/assignments#rounds). */
export const WORK_LIMITS = {
  text: 50_000,
  note: 2_000,
  files: 20,
  codeFiles: 20,
  codeBytes: 204_800,
  fileBytes: 20 * 1024 * 1024,
}

/** The content that a person is writing for an assignment and has not handed in. */
export interface WorkDraft {
  text: string
  url: string
  repo_url: string
  code: CodeFile[]
  files: WorkFile[]
  note: string
}

export const EMPTY_DRAFT: WorkDraft = {
  text: '',
  url: '',
  repo_url: '',
  code: [],
  files: [],
  note: '',
}

/** Parses a draft, which another build may have written. Unknown parts are left out. Never throws. */
export function parseWorkDraft(json: unknown): WorkDraft {
  const row = isRecord(json) ? json : {}
  const text = (key: string) => (typeof row[key] === 'string' ? row[key] : '')
  const items = (key: string) => (Array.isArray(row[key]) ? row[key].filter(isRecord) : [])
  return {
    text: text('text'),
    url: text('url'),
    repo_url: text('repo_url'),
    code: items('code').flatMap(({ name, body }) =>
      typeof name === 'string' && typeof body === 'string' ? { name, body } : [],
    ),
    files: items('files').flatMap(({ path, name, bytes }) =>
      typeof path === 'string' && typeof name === 'string' && typeof bytes === 'number'
        ? { path, name, bytes }
        : [],
    ),
    note: text('note'),
  }
}

/** Returns a draft in the form in which the database stores it. */
export function draftJson(draft: WorkDraft): Json {
  const { text, url, repo_url, note } = draft
  const code = draft.code.map(({ name, body }) => ({ name, body }))
  const files = draft.files.map(({ path, name, bytes }) => ({ path, name, bytes }))
  return { text, url, repo_url, code, files, note }
}

/** Returns whether a draft is too empty to be handed in. A note alone is not enough. */
export function isNothing({ text, url, repo_url, code, files }: WorkDraft): boolean {
  return (
    [text, url, repo_url, ...code.map(({ body }) => body)].every((part) => part.trim() === '') &&
    files.length === 0
  )
}

export function isSameDraft(one: WorkDraft, other: WorkDraft): boolean {
  return JSON.stringify(draftJson(one)) === JSON.stringify(draftJson(other))
}

/** Returns the first words of a draft, at most 120 characters, so that a person recognises it. */
export function firstWords(draft: WorkDraft): string {
  const parts = [
    draft.text,
    draft.url,
    draft.repo_url,
    ...draft.code.map(({ name, body }) => `${name}: ${body}`),
    ...draft.files.map(({ name }) => name),
    draft.note,
  ]
  const words =
    parts
      .find((part) => part.trim() !== '')
      ?.trim()
      .replace(/\s+/g, ' ') ?? ''
  return words.length > 120 ? `${words.slice(0, 119)}…` : words
}
