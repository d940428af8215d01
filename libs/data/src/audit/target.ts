/** Returns the name for the kind of target of an audit record: `lesson attachment`, `list of members`. */
export function targetName(type: string, id: string | null): string {
  return type === 'list' && id !== null ? `list of ${spaced(id)}` : spaced(type)
}

const spaced = (word: string) => word.replaceAll(/[_-]/g, ' ')
