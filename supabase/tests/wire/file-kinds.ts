import { gzipSync } from 'node:zlib'

/** A file as a person might upload it, and the expected result. */
export interface FileKind {
  name: string
  bytes: Buffer
  /** The stored type, or the beginning of the refusal. */
  becomes: string | RegExp
  /** The stored name, if it differs. */
  called?: string
}

const hex = (digits: string) => Buffer.from(digits.replaceAll(' ', ''), 'hex')
const ascii = (text: string) => Buffer.from(text, 'latin1')
const padded = (head: Buffer, length = 512) => Buffer.concat([head, Buffer.alloc(length)])

/** Returns the beginning of a file of the ISO media family: the brand, and compatible brands. */
const boxed = (brand: string, ...others: string[]) => {
  const brands = ascii(`${brand}\0\0\0\0${others.join('')}`)
  const size = Buffer.alloc(4)
  size.writeUInt32BE(8 + brands.length)
  return padded(Buffer.concat([size, ascii('ftyp'), brands]))
}

/** Returns a page of Ogg with the first packet of a kind. */
const ogg = (packet: string) =>
  padded(Buffer.concat([ascii('OggS'), Buffer.alloc(24), ascii(packet)]))

const ebml = (kind: string) =>
  padded(Buffer.concat([hex('1a45dfa3 9f 4282'), Buffer.from([0x80 + kind.length]), ascii(kind)]))

/** Returns an uncompressed archive. */
function zip(files: Record<string, string>): Buffer {
  const parts: Buffer[] = []
  const listed: Buffer[] = []
  let at = 0
  for (const [path, text] of Object.entries(files)) {
    const [name, body] = [ascii(path), ascii(text)]
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt32LE(body.length, 14)
    facts.writeUInt32LE(body.length, 18)
    facts.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([hex('504b0304'), facts, name, body])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(at, 10)
    listed.push(Buffer.concat([hex('504b0102 1400'), facts, tail, name]))
    parts.push(local)
    at += local.length
  }
  const directory = Buffer.concat(listed)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(parts.length, 4)
  end.writeUInt16LE(parts.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...parts, directory, hex('504b0506'), end])
}

const office = (kind: string) =>
  zip({
    '[Content_Types].xml': `<?xml version="1.0"?><Types><Override ContentType="application/vnd.${kind}.main+xml"/></Types>`,
  })
const open = (kind: string) => zip({ mimetype: `application/${kind}` })

/** Returns a compound file with a part of that name, or of that class. */
function compound(part: string, group = ''): Buffer {
  const header = Buffer.alloc(512)
  hex('d0cf11e0a1b11ae1').copy(header)
  header.writeUInt16LE(9, 30)
  const directory = Buffer.alloc(1024)
  Buffer.from('Root Entry', 'utf16le').copy(directory)
  hex(group).copy(directory, 80)
  Buffer.from(part, 'utf16le').copy(directory, 128)
  return Buffer.concat([header, directory])
}

function tar(): Buffer {
  const header = Buffer.alloc(1024)
  header.write('notes.txt')
  header.write('0000644\0', 100)
  header.write('00000000000\0', 124)
  header.write('        ', 148)
  header.write('0ustar\x0000', 156)
  const sum = header.subarray(0, 512).reduce((all, byte) => all + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

const utf16 = (text: string, mark = 'fffe') => {
  const letters = Buffer.from(text, 'utf16le')
  return Buffer.concat([hex(mark), mark === 'fffe' ? letters : letters.swap16()])
}

const png = hex('89504e470d0a1a0a 0000000d49484452 00000001 00000001 08060000001f15c489')
const exe = padded(hex('4d5a9000 03000000 04000000 ffff0000'))
const pdf = ascii('%PDF-1.7\n1 0 obj\n<</Type/Catalog>>\nendobj\n%%EOF')
const rtf = ascii('{\\rtf1\\ansi A text.}')
const page = '<!doctype html><html><script>alert(1)</script></html>'

const isPage = /can run code, so they aren't accepted/
const isHeic = /is a HEIC picture.*JPEG or PNG/
const isProgram = /is a program, and programs aren't accepted/
const isOther = /has a type that isn't accepted. Accepted types are PNG, JPEG/
const download = 'application/octet-stream'

/** Kinds of files, including rare ones. */
export const fileKinds: readonly FileKind[] = [
  { name: 'a.png', bytes: png, becomes: 'image/png' },
  { name: 'a.jpg', bytes: padded(hex('ffd8ffe000104a464946')), becomes: 'image/jpeg' },
  { name: 'a.gif', bytes: padded(ascii('GIF89a')), becomes: 'image/gif' },
  { name: 'a.webp', bytes: padded(ascii('RIFF\x10\0\0\0WEBPVP8 ')), becomes: 'image/webp' },
  { name: 'a.avif', bytes: boxed('avif', 'mif1'), becomes: 'image/avif' },
  { name: 'b.avif', bytes: boxed('mif1', 'avif', 'miaf'), becomes: 'image/avif' },
  {
    name: 'photo.png',
    bytes: padded(hex('ffd8ffe000104a464946')),
    becomes: 'image/jpeg',
    called: 'photo.jpg',
  },
  { name: 'a.heic', bytes: boxed('heic', 'mif1'), becomes: isHeic },
  { name: 'heic.jpg', bytes: boxed('heic', 'mif1'), becomes: isHeic },
  { name: 'a.bmp', bytes: padded(hex('424d7a00 00000000 00007a000000')), becomes: isOther },
  { name: 'a.tiff', bytes: padded(hex('49492a0008000000')), becomes: isOther },
  { name: 'a.psd', bytes: padded(ascii('8BPS\0\x01')), becomes: isOther },
  { name: 'svg.png', bytes: ascii('<svg xmlns="http://www.w3.org/2000/svg"/>'), becomes: isPage },

  { name: 'a.pdf', bytes: pdf, becomes: 'application/pdf' },
  { name: 'report.pdf.exe', bytes: pdf, becomes: 'application/pdf', called: 'report.pdf' },
  { name: 'report.exe', bytes: pdf, becomes: 'application/pdf', called: 'report.pdf' },
  { name: 'exe.pdf', bytes: exe, becomes: isProgram },
  { name: 'no.pdf', bytes: ascii('not one'), becomes: download },
  { name: 'a.doc', bytes: compound('WordDocument'), becomes: 'application/msword' },
  { name: 'a.xls', bytes: compound('Workbook'), becomes: 'application/vnd.ms-excel' },
  { name: 'old.xls', bytes: compound('Book'), becomes: 'application/vnd.ms-excel' },
  {
    name: 'a.ppt',
    bytes: compound('PowerPoint Document'),
    becomes: 'application/vnd.ms-powerpoint',
  },
  {
    name: 'sheet.doc',
    bytes: compound('Workbook'),
    becomes: 'application/vnd.ms-excel',
    called: 'sheet.xls',
  },
  {
    name: 'setup.doc',
    bytes: compound('', '84100c00 0000 0000 c000 000000000046'),
    becomes: isProgram,
  },
  { name: 'a.msg', bytes: compound('__properties_version1.0'), becomes: download },
  ...(
    [
      ['docx', 'wordprocessingml.document'],
      ['xlsx', 'spreadsheetml.sheet'],
      ['pptx', 'presentationml.presentation'],
    ] as const
  ).map(([ending, kind]) => ({
    name: `a.${ending}`,
    bytes: office(`openxmlformats-officedocument.${kind}`),
    becomes: `application/vnd.openxmlformats-officedocument.${kind}`,
  })),
  ...(
    [
      ['odt', 'text'],
      ['ods', 'spreadsheet'],
      ['odp', 'presentation'],
    ] as const
  ).map(([ending, kind]) => ({
    name: `a.${ending}`,
    bytes: open(`vnd.oasis.opendocument.${kind}`),
    becomes: `application/vnd.oasis.opendocument.${kind}`,
  })),
  { name: 'a.docm', bytes: office('ms-word.document.macroEnabled'), becomes: download },
  { name: 'a.epub', bytes: open('epub+zip'), becomes: 'application/epub+zip' },
  { name: 'a.rtf', bytes: rtf, becomes: 'application/rtf' },
  { name: 'rich.doc', bytes: rtf, becomes: 'application/rtf', called: 'rich.rtf' },

  { name: 'a.txt', bytes: ascii('A text.'), becomes: 'text/plain' },
  { name: 'latin.txt', bytes: ascii('Gr\xfc\xdfe'), becomes: 'text/plain' },
  { name: 'bmi.txt', bytes: ascii('BMI by age'), becomes: 'text/plain' },
  { name: 'wide.txt', bytes: utf16('A text in sixteen bits'), becomes: 'text/plain' },
  { name: 'wide.csv', bytes: utf16('a,b\n1,2\n', 'feff'), becomes: 'text/csv' },
  { name: 'a.csv', bytes: ascii('a,b\n1,2\n'), becomes: 'text/csv' },
  { name: 'a.md', bytes: ascii('# A title'), becomes: 'text/markdown' },
  { name: 'note.md', bytes: ascii('<!-- draft -->\n# A title'), becomes: 'text/markdown' },
  { name: 'div.md', bytes: ascii('<div align="center">\n\n# A title\n'), becomes: 'text/markdown' },
  { name: 'a.json', bytes: ascii('{"a":1}'), becomes: 'application/json' },
  { name: 'a.vtt', bytes: ascii('WEBVTT\n\n00:00.000 --> 00:01.000\nHello'), becomes: 'text/vtt' },
  { name: 'a.ics', bytes: ascii('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n'), becomes: 'text/plain' },
  { name: 'a.py', bytes: ascii('print("hello")\n'), becomes: download },
  { name: 'a.ipynb', bytes: ascii('{"cells":[]}'), becomes: download },

  { name: 'a.zip', bytes: zip({ 'a.txt': 'a' }), becomes: 'application/zip' },
  { name: 'a.pages', bytes: zip({ 'Index.iwa': 'a' }), becomes: 'application/zip' },
  { name: 'a.gz', bytes: gzipSync('a'), becomes: 'application/gzip' },
  { name: 'a.tgz', bytes: gzipSync(tar()), becomes: 'application/gzip' },
  { name: 'a.7z', bytes: padded(hex('377abcaf271c0004')), becomes: 'application/x-7z-compressed' },
  { name: 'a.rar', bytes: padded(hex('526172211a0700')), becomes: 'application/vnd.rar' },
  { name: 'new.rar', bytes: padded(hex('526172211a070100')), becomes: 'application/vnd.rar' },
  { name: 'a.tar', bytes: tar(), becomes: 'application/x-tar' },
  { name: 'a.bz2', bytes: padded(ascii('BZh91AY&SY')), becomes: download },

  { name: 'a.mp3', bytes: padded(hex('49443303000000000000 fffb9064')), becomes: 'audio/mpeg' },
  { name: 'bare.mp3', bytes: padded(hex('fffb9064')), becomes: 'audio/mpeg' },
  { name: 'a.m4a', bytes: boxed('M4A ', 'mp42', 'isom'), becomes: 'audio/mp4' },
  { name: 'plain.m4a', bytes: boxed('isom', 'mp41'), becomes: 'audio/mp4' },
  { name: 'a.ogg', bytes: ogg('\x01vorbis'), becomes: 'audio/ogg' },
  { name: 'a.opus', bytes: ogg('OpusHead'), becomes: 'audio/ogg' },
  { name: 'a.wav', bytes: padded(ascii('RIFF\x10\0\0\0WAVEfmt ')), becomes: 'audio/wav' },
  { name: 'a.flac', bytes: padded(ascii('fLaC')), becomes: 'audio/flac' },
  { name: 'a.mid', bytes: padded(ascii('MThd\0\0\0\x06')), becomes: isOther },
  { name: 'a.mp4', bytes: boxed('isom', 'mp41'), becomes: 'video/mp4' },
  { name: 'a.m4v', bytes: boxed('M4V ', 'mp42'), becomes: 'video/mp4' },
  { name: 'a.mov', bytes: boxed('qt  '), becomes: 'video/quicktime' },
  { name: 'a.webm', bytes: ebml('webm'), becomes: 'video/webm' },
  { name: 'a.mkv', bytes: ebml('matroska'), becomes: isOther },

  { name: 'a.woff2', bytes: padded(hex('774f4632 00010000')), becomes: 'font/woff2' },
  { name: 'a.sqlite', bytes: padded(ascii('SQLite format 3\0')), becomes: download },
  { name: 'a.wasm', bytes: hex('0061736d01000000'), becomes: download },
  { name: 'a.exe', bytes: exe, becomes: isProgram },
  { name: 'a.txt.exe', bytes: ascii('A text.'), becomes: download },
  { name: 'program', bytes: padded(hex('7f454c46 02010100')), becomes: isProgram },
  {
    name: 'a.apk',
    bytes: zip({ 'AndroidManifest.xml': 'a', 'classes.dex': 'a' }),
    becomes: isProgram,
  },
]

const long = `<!--${' '.repeat(300_000)}-->`

/** Files that a browser would open as a page, with misleading names and types. */
export const pages: readonly (readonly [string, Buffer])[] = [
  ['as it is', ascii(page)],
  ['in capitals', ascii('<HTML><BODY onload=alert(1)>')],
  ['after blanks', ascii(`\n\t \f${page}`)],
  ['after a comment', ascii(`<!-- a --><!---->\n${page}`)],
  ['after a comment of an odd form', ascii(`<!--> <!-- a --!> ${page}`)],
  ['after a long comment', ascii(`${long}${page}`)],
  ['after many blanks', ascii(`${' '.repeat(300_000)}${page}`)],
  ['after a mark of UTF-8', Buffer.concat([hex('efbbbf'), ascii(page)])],
  ['in UTF-16', utf16(page)],
  ['in UTF-16, the other way round', utf16(page, 'feff')],
  ['after a comment in UTF-16', utf16(`<!-- a -->${page}`)],
  ['after bytes that count for nothing', ascii(`\0\x01\0${page}`)],
  ['as XML', ascii('<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>')],
  ['as a drawing', ascii('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  ['as a drawing after its kind', ascii('<!DOCTYPE svg [<!ENTITY a "b">]><svg onload="a()"/>')],
  [
    'as a drawing with a prefix',
    ascii('<?xml version="1.0"?><s:svg xmlns:s="http://www.w3.org/2000/svg"/>'),
  ],
  ['as a script alone', ascii('<script>alert(1)</script>')],
  ['as a frame', ascii('<iframe src="javascript:alert(1)">')],
]
