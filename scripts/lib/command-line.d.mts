export function commandLine(name: string, args: string[]): [string, string[]]
