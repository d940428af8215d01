import { COURSE_SORTS, type CourseSort } from '@rookies/data/library/shown-courses'
import { ArrowUpDown } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import styles from './sort-menu.module.css'

/** Chooses the order of the library, which the address holds (rules/learning#library-order). */
export function SortMenu({ sort }: { sort: CourseSort }) {
  const [params, setParams] = useSearchParams()

  const choose = (value: string) => {
    const next = new URLSearchParams(params)
    if (value === 'default') next.delete('sort')
    else next.set('sort', value)
    setParams(next, { replace: true })
  }

  return (
    <label className={styles.sort}>
      <span className={styles.label}>Sort by</span>
      <span className={styles.box}>
        <ArrowUpDown aria-hidden="true" />
        <select
          className={styles.select}
          value={sort}
          onChange={(event) => choose(event.target.value)}
        >
          {COURSE_SORTS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </span>
    </label>
  )
}
