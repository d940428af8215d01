import type { Action } from '@rookies/data/access/resources'

/** Sentences for people, by the code of what was thrown: of the server's address and of the message. */
export type Sentences = Readonly<Record<string, (origin: string, message: string) => string>>

/** What a command about courses says of itself where something or somebody stands in its way. */
export interface CommandWords {
  /** As in "You may not import courses". */
  doing: 'import' | 'export'
  /** What its caller has to be allowed to do, with their own courses at least. */
  right: Action<'courses'>
  /** What it says in its own words, before those of all commands. */
  sentences: Sentences
}
