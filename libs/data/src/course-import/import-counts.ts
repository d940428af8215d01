import type { ImportReport, ImportStatus } from './import-course'

/** The number of lessons by result; `moved` counts unchanged lessons that change modules. */
export interface ImportCounts {
  created: number
  updated: number
  unchanged: number
  moved: number
  absent: number
}

/** Counts the lessons in the report of an import or of a check. */
export function importCounts({ lessons, absent }: ImportReport): ImportCounts {
  const having = (status: ImportStatus) => lessons.filter((each) => each.status === status).length
  const moved = lessons.filter((each) => each.moved && each.status === 'unchanged').length
  return {
    created: having('created'),
    updated: having('updated'),
    unchanged: having('unchanged') - moved,
    moved,
    absent: absent.lessons.length,
  }
}

/** Returns whether an import changes neither texts nor order and moves nothing to the bin. */
export function changesNothing(report: ImportReport, missing: 'keep' | 'bin'): boolean {
  const { course, modules, lessons, absent } = report
  const stays = [course, ...modules, ...lessons].every(({ status }) => status === 'unchanged')
  const keepsOrder =
    !course.reordered &&
    modules.every(({ reordered }) => !reordered) &&
    lessons.every(({ moved }) => !moved)
  const bins = missing === 'bin' && absent.modules.length + absent.lessons.length > 0
  return stays && keepsOrder && !bins
}
