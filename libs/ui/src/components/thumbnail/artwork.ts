import { hash, random } from './random'

/** One filled path of a picture, in the units of the view box. */
interface Shape {
  d: string
  fill: string
}

export interface Artwork {
  ground: string
  shapes: Shape[]
}

export const ART_WIDTH = 320
export const ART_HEIGHT = 192

/** Palettes of five colours: dark, middle, light, accent and background. Each works in the light and the dark theme. */
const PALETTES = [
  ['#14543f', '#2a8463', '#93ccae', '#f2c25b', '#f4ecdc'],
  ['#6f2a1b', '#c4573d', '#eda678', '#f5d39c', '#f7ece0'],
  ['#123e58', '#2b7197', '#86bbd0', '#f0b765', '#f1ece2'],
  ['#43284f', '#7c568f', '#c4a3cf', '#efa98b', '#f5ece6'],
  ['#5d4312', '#b17a24', '#e6bd62', '#2f7561', '#f6eeda'],
  ['#2a3444', '#566b86', '#a9bccb', '#e58a5a', '#f0ece4'],
] as const

type Palette = (typeof PALETTES)[number]
type Random = () => number

const COMPOSITIONS = [tiles, battlements, hills, ripples, steps, scales, orbit]

/**
 * Seeds the choice of the picture for a title. With this seed, the four courses of the demo data get different
 * pictures.
 */
const SALT = 'rookies'

/**
 * Returns a picture for a title, always the same for the same title: plain shapes on a grid, in colours of one
 * palette.
 */
export function artwork(title: string): Artwork {
  const seed = hash(`${SALT} ${title.trim().toLowerCase()}`)
  const next = random(seed)
  const palette = pick(next, PALETTES)
  return pick(next, COMPOSITIONS)(palette, next)
}

/** Draws quarter discs, discs and squares on a grid of 64. */
function tiles(palette: Palette, next: Random): Artwork {
  const size = 64
  const [deep, mid, light, spark, paper] = palette
  const shapes: Shape[] = []
  let sparks = 2
  for (let y = 0; y < ART_HEIGHT; y += size) {
    for (let x = 0; x < ART_WIDTH; x += size) {
      const ground = pick(next, [deep, mid, paper, paper, light])
      if (ground !== paper) shapes.push({ d: box(x, y, size, size), fill: ground })
      const inks = [deep, mid, light, paper].filter((ink) => ink !== ground)
      const roll = next()
      if (roll < 0.62) {
        shapes.push({ d: quarter(x, y, size, Math.floor(next() * 4)), fill: pick(next, inks) })
      } else if (roll < 0.8 && sparks > 0) {
        sparks -= 1
        shapes.push({ d: disc(x + size / 2, y + size / 2, size / 3.2), fill: spark })
      } else if (roll < 0.92) {
        shapes.push({ d: disc(x + size / 2, y + size / 2, size / 2), fill: pick(next, inks) })
      }
    }
  }
  return { ground: paper, shapes }
}

/** Draws castle walls behind each other, and a sun. */
function battlements(palette: Palette, next: Random): Artwork {
  const [deep, mid, light, spark, paper] = palette
  const shapes: Shape[] = [
    { d: disc(70 + next() * 180, 52 + next() * 22, 26 + next() * 14), fill: spark },
  ]
  const walls = [light, mid, deep]
  walls.forEach((fill, row) => {
    const merlon = 40 - row * 4
    const notch = merlon * (0.55 + next() * 0.25)
    const top = 78 + row * 36 + next() * 10
    const depth = 16 + next() * 8
    let x = -next() * merlon
    let d = `M${round(x)} ${ART_HEIGHT}V${round(top)}`
    while (x < ART_WIDTH) {
      d += `h${round(merlon)}v${round(depth)}h${round(notch)}v${round(-depth)}`
      x += merlon + notch
    }
    shapes.push({ d: `${d}V${ART_HEIGHT}z`, fill })
  })
  return { ground: paper, shapes }
}

/** Draws soft hills under a sun. */
function hills(palette: Palette, next: Random): Artwork {
  const [deep, mid, light, spark, paper] = palette
  const shapes: Shape[] = [
    { d: disc(60 + next() * 200, 60 + next() * 20, 22 + next() * 18), fill: spark },
  ]
  for (const [row, fill] of [light, mid, deep].entries()) {
    const base = 88 + row * 34
    const swing = 18 + next() * 20
    const lift = next() > 0.5 ? 1 : -1
    const y = (at: number) => round(base + at * swing * lift)
    shapes.push({
      d: `M0 ${y(0.6)}C80 ${y(-1.2)} 110 ${y(-1)} 170 ${y(0)}S270 ${y(1.3)} 320 ${y(-0.2)}V${ART_HEIGHT}H0z`,
      fill,
    })
  }
  return { ground: paper, shapes }
}

/** Draws rings that spread from a corner, and a few stones. */
function ripples(palette: Palette, next: Random): Artwork {
  const [deep, mid, light, spark, paper] = palette
  const cornerX = next() > 0.5 ? 0 : ART_WIDTH
  const cornerY = next() > 0.4 ? ART_HEIGHT : 0
  const inks = [mid, paper, light, deep, spark, deep]
  const shapes = inks.map((fill, ring) => ({
    d: disc(cornerX, cornerY, 232 - ring * (34 + next() * 4)),
    fill,
  }))
  const farX = ART_WIDTH - cornerX
  for (let stone = 0; stone < 3; stone += 1) {
    const x = Math.abs(farX - (24 + next() * 60))
    shapes.push({ d: disc(x, 30 + stone * 62 + next() * 14, 7 + next() * 9), fill: spark })
  }
  return { ground: deep, shapes }
}

/** Draws rows of ringed discs that overlap like roof tiles. */
function scales(palette: Palette, next: Random): Artwork {
  const [deep, mid, light, spark, paper] = palette
  const radius = 32
  const inks = next() > 0.5 ? [light, mid, deep] : [deep, mid, light]
  const shapes: Shape[] = []
  const sparkRow = 2 + Math.floor(next() * 4)
  const sparkColumn = 1 + Math.floor(next() * 3)
  const shift = next() * radius * 2
  for (let row = 0; row <= ART_HEIGHT / radius; row += 1) {
    const ink = inks[Math.min(2, Math.floor(row / 2.4))] ?? mid
    for (let column = 0; column <= ART_WIDTH / (radius * 2) + 1; column += 1) {
      const x = (column * 2 + (row % 2)) * radius - shift
      const y = (row + 0.5) * radius
      const lit = row === sparkRow && column === sparkColumn
      shapes.push({ d: disc(x, y, radius), fill: ink })
      shapes.push({ d: disc(x, y, radius * 0.66), fill: paper })
      shapes.push({ d: disc(x, y, radius * 0.36), fill: lit ? spark : ink })
    }
  }
  return { ground: paper, shapes }
}

/** Draws rings around a centre, and discs on them. */
function orbit(palette: Palette, next: Random): Artwork {
  const [deep, mid, light, spark, paper] = palette
  const x = 90 + next() * 140
  const y = 80 + next() * 40
  const radii = [150, 108, 68, 30]
  const inks = [mid, light, paper, spark]
  const shapes: Shape[] = radii.map((radius, ring) => ({
    d: disc(x, y, radius),
    fill: inks[ring] ?? paper,
  }))
  for (const [ring, radius] of [150, 108, 68].entries()) {
    const angle = next() * Math.PI * 2
    const size = 8 + next() * 8
    const fill = ring === 0 ? spark : deep
    shapes.push({ d: disc(x + Math.cos(angle) * radius, y + Math.sin(angle) * radius, size), fill })
  }
  return { ground: deep, shapes }
}

/** Draws columns of growing height. */
function steps(palette: Palette, next: Random): Artwork {
  const [deep, mid, light, spark, paper] = palette
  const width = 32
  const columns = ART_WIDTH / width
  const shapes: Shape[] = []
  const crown = 4 + Math.floor(next() * 5)
  for (let column = 0; column < columns; column += 1) {
    const height = 28 + column * 13 + next() * 26
    const x = column * width
    const fill = [deep, mid, light][column % 3] ?? deep
    shapes.push({ d: pillar(x, ART_HEIGHT - height, width, height), fill })
    if (column === crown) {
      shapes.push({ d: disc(x + width / 2, ART_HEIGHT - height - 22, 14), fill: spark })
    }
  }
  return { ground: paper, shapes }
}

function box(x: number, y: number, width: number, height: number): string {
  return `M${x} ${y}h${width}v${height}h${-width}z`
}

function disc(x: number, y: number, radius: number): string {
  const r = round(radius)
  return `M${round(x - radius)} ${round(y)}a${r} ${r} 0 1 0 ${round(2 * radius)} 0a${r} ${r} 0 1 0 ${round(-2 * radius)} 0z`
}

/** Returns the path of a column with a round top. */
function pillar(x: number, y: number, width: number, height: number): string {
  const half = width / 2
  return `M${x} ${round(y + height)}v${round(half - height)}a${half} ${half} 0 0 1 ${width} 0v${round(height - half)}z`
}

/** Returns the path of a quarter disc that fills its tile, with its corner at one of the four corners. */
function quarter(x: number, y: number, size: number, corner: number): string {
  const right = x + size
  const bottom = y + size
  const arc = `A${size} ${size} 0 0 1`
  switch (corner) {
    case 0:
      return `M${x} ${y}H${right}${arc} ${x} ${bottom}z`
    case 1:
      return `M${right} ${y}V${bottom}${arc} ${x} ${y}z`
    case 2:
      return `M${right} ${bottom}H${x}${arc} ${right} ${y}z`
    default:
      return `M${x} ${bottom}V${y}${arc} ${right} ${bottom}z`
  }
}

function pick<T>(next: Random, from: readonly [T, ...T[]] | readonly T[]): T {
  const item = from[Math.floor(next() * from.length)]
  if (item === undefined) throw new RangeError('nothing to pick from')
  return item
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
