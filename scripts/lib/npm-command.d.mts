export function npmCommand(
  env?: { npm_execpath?: string | undefined },
  platform?: string,
  node?: string,
): [string, string[]]
