import styles from './speed.module.css'

/** The playback rates; 1 is normal speed. */
export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const

interface SpeedProps {
  rate: number
  onChange: (rate: number) => void
}

/** Sets the speed of this and later videos in this browser (rules/learning#players). */
export function Speed({ rate, onChange }: SpeedProps) {
  const speeds = [...new Set([...SPEEDS, rate])].sort((one, other) => one - other)
  return (
    <label className={styles.speed}>
      <span>Speed</span>
      <select value={rate} onChange={({ target }) => onChange(Number(target.value))}>
        {speeds.map((speed) => (
          <option key={speed} value={speed}>
            {speed}×
          </option>
        ))}
      </select>
    </label>
  )
}
