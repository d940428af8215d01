import type { ImportReport, ImportStatus } from './import-course'

/** Lessons by what becomes of them; `moved` are those of the unchanged that go into another module. */
export interface ImportCounts {
  created: number
  updated: number
  unchanged: number
  moved: number
  absent: number
}

/** In: what an import did or would do. Out: its lessons, counted. */
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

/** Whether an import leaves everything as it is: texts, order, and what would go to the bin. */
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
