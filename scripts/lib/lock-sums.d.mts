export interface Entry {
  version?: string
  integrity?: string
  link?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}
export type Packages = Record<string, Entry>
export function withoutSum(packages: Packages): string[]
export function addSums(file: string, say: (line: string) => void): Promise<boolean>
