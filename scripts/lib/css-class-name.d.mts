export function cssClassName(name: string, file: string): string
