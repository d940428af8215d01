export interface Entry {
  version?: string
  integrity?: string
  resolved?: string
  dev?: boolean
  optional?: boolean
  devOptional?: boolean
}

export function isInstalled(
  wanted: Record<string, Entry>,
  there: Record<string, Entry>,
  all: boolean,
): boolean
