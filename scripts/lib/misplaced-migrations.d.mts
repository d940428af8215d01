export function misplaced(names: readonly string[], landings: readonly string[][]): string[]
