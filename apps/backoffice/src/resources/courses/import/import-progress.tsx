import { formatNumber } from '@rookies/data/wording'
import { Progress } from 'antd'
import { useEffect, useState } from 'react'
import words from '../words.module.css'

interface ImportProgressProps {
  done: number
  total: number
  /** What the bar is about, for people who cannot see it. */
  label: string
  /** `Sending`, and of what: the sentence under the bar. */
  doing: string
  what: string
}

/** How far an import has come with its files or lessons, as a bar and in figures. */
export function ImportProgress({ done, total, label, doing, what }: ImportProgressProps) {
  const percent = total === 0 ? 0 : Math.round((done / total) * 100)
  return (
    <div>
      <Progress percent={percent} aria-label={label} status="active" />
      <p className={words.muted}>
        {`${doing}: ${formatNumber(done)} of ${formatNumber(total)} ${what}`}
      </p>
    </div>
  )
}

/** How long the import has taken so far: it is one act of the database, which tells nothing until it ends. */
export function Elapsed() {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const began = performance.now()
    const timer = setInterval(
      () => setSeconds(Math.round((performance.now() - began) / 1000)),
      1000,
    )
    return () => clearInterval(timer)
  }, [])
  return seconds < 2 ? null : (
    <p aria-hidden="true" className={words.muted}>{`${seconds} s so far`}</p>
  )
}
