import styles from './mosaic.module.css'

const DEEP = 'var(--mosaic-deep)'
const MID = 'var(--mosaic-mid)'
const LIGHT = 'var(--mosaic-light)'
const SPARK = '#f2c25b'
const PAPER = '#f4ecdc'

/** The picture of the portal: a rook among plain shapes. */
export function Mosaic() {
  return (
    <svg className={styles.mosaic} viewBox="0 0 400 400" aria-hidden="true" focusable="false">
      <rect width="400" height="400" fill={PAPER} />

      <path d="M0 0h100A100 100 0 0 1 0 100z" fill={DEEP} />
      <circle cx="150" cy="50" r="36" fill={SPARK} />
      <rect x="200" width="100" height="100" fill={MID} />
      <path d="M228 32l22 18-22 18M258 70h20" className={styles.stroke} stroke={PAPER} />
      <rect x="300" width="100" height="100" fill={LIGHT} />
      <path d="M400 100H300A100 100 0 0 1 400 0z" fill={DEEP} />

      <rect y="100" width="100" height="100" fill={LIGHT} />
      <path d="M0 200V100A100 100 0 0 1 100 200z" fill={MID} />
      <rect x="100" y="100" width="200" height="200" fill={DEEP} />
      <path
        d="M143 130h27v20h16v-20h28v20h16v-20h27v47l-18 15v42l18 20v15H143v-15l18-20v-42l-18-15z"
        fill={PAPER}
      />
      <path d="M190 192l21 18-21 18" className={styles.stroke} stroke={DEEP} />
      <path d="M300 100h100a100 100 0 0 1-100 100z" fill={SPARK} />

      <path d="M0 200h100v50a50 50 0 0 1-100 0z" fill={DEEP} />
      <rect x="300" y="200" width="100" height="100" fill={MID} />
      <path d="M326 230h48M326 250h48M326 270h26" className={styles.stroke} stroke={PAPER} />

      <path d="M0 300a100 100 0 0 1 100 100H0z" fill={SPARK} />
      <rect x="100" y="300" width="100" height="100" fill={LIGHT} />
      <path d="M126 351l18 18 32-38" className={styles.stroke} stroke={DEEP} />
      <path d="M300 300v100H200a100 100 0 0 1 100-100z" fill={MID} />
      <rect x="300" y="300" width="100" height="100" fill={DEEP} />
      <circle cx="350" cy="350" r="50" fill={LIGHT} />
    </svg>
  )
}
