import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { Figure } from './table'

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((candidate) => {
      try {
        const stat = readFileSync(`/proc/${candidate}/stat`, 'utf8')
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid
      } catch {
        return false
      }
    })
}

function proportional(pid: number): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0)
  } catch {
    return 0
  }
}

/**
 * Returns the memory of a process and its descendants in MB, with shared pages counted once; null on a system without
 * /proc.
 */
export function treeMemory(pid: number): number | null {
  if (!existsSync('/proc/self/smaps_rollup')) return null
  const below = (parent: number): number[] => [
    parent,
    ...childrenOf(parent).flatMap((child) => below(child)),
  ]
  return below(pid).reduce((sum, each) => sum + proportional(each), 0) / 1024
}

/** Returns the figure about memory for the table; an empty list where memory cannot be measured. */
export function memoryFigure(what: string, value: number | null, target?: number): Figure[] {
  return value === null
    ? []
    : [{ what, value, unit: 'MB', ...(target !== undefined && { target }) }]
}
