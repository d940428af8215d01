import type { Packages } from './lock-sums.mjs'

export function platformTable(packages: Packages): string
