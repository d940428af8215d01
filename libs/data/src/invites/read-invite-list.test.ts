import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkedLineText, withRoles } from './import-invites'
import { addressesIn, readInviteList, readListFile } from './read-invite-list'

const line = (email: string, more: object = {}) => ({
  at: 1,
  email,
  role: '',
  courses: [],
  ...more,
})

const linesOf = async (text: string) => (await readInviteList(text)).lines
const emailsOf = async (text: string) => (await linesOf(text)).map(({ email }) => email)

describe('readInviteList', () => {
  it('finds emails on separate lines, with empty lines between them and a byte order mark at the beginning', async () => {
    expect(await linesOf('\uFEFFada@example.org\r\n\r\n  grace@example.org  \r\n')).toEqual([
      line('ada@example.org'),
      line('grace@example.org', { at: 3 }),
    ])
  })

  it.each([
    'ada@example.org, grace@example.org',
    'ada@example.org;grace@example.org',
    'ada@example.org\tgrace@example.org',
    'ada@example.org grace@example.org',
    'ada@example.org / grace@example.org',
    'ada@example.org、grace@example.org',
    'ada@example.org；grace＠example.org',
    'To: ada@example.org, grace@example.org',
    'Class: ada@example.org, grace@example.org;',
    '<ada@example.org> <grace@example.org>',
    'mailto:ada@example.org?subject=Hello; mailto:grace@example.org',
    'Ada Lovelace <ada@example.org>, Grace <grace@example.org>',
    '"Lovelace, Ada" <ada@example.org>, "Hopper, Grace" <grace@example.org>',
    'Lovelace, Ada <ada@example.org>; Hopper, Grace <grace@example.org>;',
    "O'Lovelace, Ada (maths) <ada@example.org>, grace@example.org (navy)",
    '"Ada \\"Countess\\" Lovelace" <ada@example.org>, grace@example.org',
    '=?utf-8?Q?Ada_L=C3=B6velace?= <ada@example.org>, grace@example.org',
    '"ada@example.org" <ada@example.org>, \'grace@example.org\' <grace@example.org>',
    '"Lovelace, Ada <ada@example.org>, grace@example.org',
    '“ada@example.org”, ‘grace@example.org’',
    "'ada@example.org\n'grace@example.org",
    "'ada@example.org';'grace@example.org'",
    "O'Lovelace <ada@example.org>, 'Grace (navy)' <grace@example.org>",
    'Ada Lovelace\n <ada@example.org>\ngrace@example.org',
    '\u200Bada@example.org,\u00A0grace@exam\u00ADple.org.',
  ])('finds several emails in %j', async (text) => {
    expect(await emailsOf(text)).toEqual(['ada@example.org', 'grace@example.org'])
  })

  it('reports invalid emails with their lines, and further emails of the same person', async () => {
    expect(await linesOf('nobody, ada@example.org, "ada@work.example" <ada@home.example>')).toEqual(
      [
        line('nobody'),
        line('ada@example.org'),
        line('ada@home.example', { others: ['ada@work.example'] }),
      ],
    )
    expect(await emailsOf('jörg@example.org\nundisclosed-recipients:;')).toEqual([
      'jörg@example.org',
      'undisclosed-recipients:',
    ])
  })

  it.each([
    ['Ada Lovelace <ada@example.org>', 'Ada Lovelace'],
    ['Lovelace, Ada <ada@example.org>', 'Ada Lovelace'],
    ['"Lovelace, Ada" <ada@example.org>', 'Ada Lovelace'],
    ['Name;Email\nAda Lovelace;ada@example.org', 'Ada Lovelace'],
    ['First Name,Last Name,Email\nAda,Lovelace,ada@example.org', 'Ada Lovelace'],
    ['Vorname;Nachname;E-Mail\nAda;Lovelace;ada@example.org', 'Ada Lovelace'],
    ['Email\nAda Lovelace <ada@example.org>', 'Ada Lovelace'],
    ['Ada Lovelace <ada@example.org>, grace@example.org', 'Ada Lovelace'],
    ['"ada@example.org" <ada@example.org>', undefined],
    ['12 <ada@example.org>', undefined],
    ['ada@example.org', undefined],
  ])('finds the name in %j', async (text, name) => {
    expect((await linesOf(text))[0]?.name).toBe(name)
  })

  it('finds columns by their names in any order, and accepts any separator between courses', async () => {
    const text =
      'Courses;Name;E-Mail;Role\ngit html;"O\'Neill; Sam";sam@example.org;Creator\n"git, js|sql";;kim@example.org;'
    expect(await linesOf(text)).toEqual([
      { at: 2, email: 'sam@example.org', role: 'Creator', courses: ['git', 'html'] },
      { at: 3, email: 'kim@example.org', role: '', courses: ['git', 'js', 'sql'] },
    ])
  })

  it.each([
    ['sep=;\nName;Email\nSam;sam@example.org', 'Email'],
    [
      'Given Name,Family Name,E-mail 1 - Type,E-mail 1 - Value\nSam,Oz,* Work,sam@example.org',
      'E-mail 1 - Value',
    ],
    ['Vorname;Nachname;E-Mail-Adresse\nSam;Oz;sam@example.org', 'E-Mail-Adresse'],
    ['Prénom;Adresse électronique;Courriel\nSam;;sam@example.org', 'Courriel'],
    ['Nombre,Correo electrónico\nSam,sam@example.org', 'Correo electrónico'],
    ['Imię,Adres poczty\nSam,sam@example.org', 'Adres poczty'],
    ['Имя,Электронная почта\nSam,sam@example.org', 'Электронная почта'],
    ['氏名,メールアドレス\nSam,sam@example.org', 'メールアドレス'],
    ['姓名,电子邮件\nSam,sam@example.org', '电子邮件'],
    ['이름,이메일 주소\nSam,sam@example.org', '이메일 주소'],
    ['नाम,ईमेल पता\nSam,sam@example.org', 'ईमेल पता'],
    ['ชื่อ,อีเมล\nSam,sam@example.org', 'อีเมล'],
    ['الاسم,البريد الإلكتروني\nSam,sam@example.org', 'البريد الإلكتروني'],
    ['Timestamp,Username,Evening?\n2026/10/01 6:12 PM,sam@example.org,"Tue, Thu"', 'Username'],
    [
      'First Name [Required],Email Address [Required],Password [Required]\nSam,sam@example.org,',
      'Email Address [Required]',
    ],
    ['Name\tWork Email\tHome Email\nSam\t\tsam@example.org', 'Home Email'],
  ])('recognises the column of emails by its name in %j', async (text, name) => {
    const { heading, lines } = await readInviteList(text)
    expect(heading?.names[heading.email]).toBe(name)
    expect(heading?.sure).toBe(true)
    expect(lines.map(({ email }) => email)).toEqual(['sam@example.org'])
  })

  it('recognises the column of emails by its content, or uses the column that the caller names', async () => {
    const text =
      'Kontakt;Stadt;Privat\nsam@example.org;Wien;sam@home.example\n;Linz;kim@home.example'
    const guessed = await readInviteList(text)
    expect(guessed.heading).toEqual({
      at: 1,
      names: ['Kontakt', 'Stadt', 'Privat'],
      email: 2,
      sure: false,
      below: false,
      roleWords: [],
    })
    expect(guessed.lines.map(({ email }) => email)).toEqual([
      'sam@home.example',
      'kim@home.example',
    ])
    const told = await readInviteList(text, 0)
    expect(told.heading?.sure).toBe(true)
    expect(told.lines).toEqual([
      { at: 2, email: 'sam@example.org', role: '', courses: [], others: ['sam@home.example'] },
      // The email is in another cell, although the column of emails is empty.
      { at: 3, email: 'kim@home.example', role: '', courses: [] },
    ])
    const none = await readInviteList(text, null)
    expect(none.heading).toBe(null)
    expect(none.lines[0]).toEqual(line('Kontakt', { role: 'Stadt', courses: ['Privat'] }))
  })

  it('finds the names of columns below the title lines of a report, whatever their separator is', async () => {
    for (const head of ['Name;Roles;E-Mail', 'Nom;Rolle;???']) {
      const text = `Participants, spring\nMade on 25 Nov, 2026\n\n${head}\nKim;Student;\nSam;Teacher;sam@example.org`
      const { heading, lines } = await readInviteList(text, head.includes('?') ? 2 : undefined)
      expect(heading).toMatchObject({ at: 4, email: 2, sure: true, below: true })
      expect(lines.map(({ email }) => email)).toEqual(['', 'sam@example.org'])
    }
  })

  it('reads a roster of GitHub Classroom without its GitHub usernames, and says who needs an email', async () => {
    const names = '"identifier","github_username","github_id","name"'
    const { heading, lines } = await readInviteList(
      `${names}\n"ada@example.org","ada-l","12","Ada Lovelace"\n"s1042","grace","13","Grace"\n"","","",""`,
    )
    expect(heading).toMatchObject({ at: 1, email: 0, sure: true, isRoster: true })
    const inRoster = true
    expect(lines.slice(0, 2)).toEqual([
      line('ada@example.org', { at: 2, name: 'Ada Lovelace', inRoster }),
      line('s1042', { at: 3, name: 'Grace', inRoster }),
    ])
    expect(lines).toHaveLength(3)
    expect(JSON.stringify(lines)).not.toContain('ada-l')
    const verdict = { state: 'INVALID' as const, role: '', unknown: [], inRoster: true as const }
    expect(checkedLineText(verdict)).toBe('Needs an email')
  })

  it('returns each text of a role column that is not a role, without repetitions', async () => {
    const rows = ['Student', 'student', 'Moderator', '', '"Student, Teacher"', 'Learner']
    const read = (texts: string[]) =>
      readInviteList(
        `Email,Roles\n${texts.map((role, n) => `p${n}@example.org,${role}`).join('\n')}`,
      )
    const { heading, lines } = await read(rows)
    expect(heading?.roleWords).toEqual(['Student', 'Student, Teacher', 'Learner'])
    expect(withRoles(lines, { student: 'MEMBER' }).map(({ role }) => role)).toEqual([
      'MEMBER',
      'MEMBER',
      'Moderator',
      '',
      'Student, Teacher',
      'Learner',
    ])
    // A column with so many different texts does not contain roles.
    expect(
      (await read(Array.from({ length: 11 }, (_, n) => `Group ${n}`))).heading?.roleWords,
    ).toEqual([])
  })

  it('reads columns without names as email, role and courses, also after a column of names', async () => {
    expect(
      await linesOf(
        'sam@example.org,creator,git\nkim@example.org,,"git js"\nKim Oz,oz@example.org,creator',
      ),
    ).toEqual([
      { at: 1, email: 'sam@example.org', role: 'creator', courses: ['git'] },
      { at: 2, email: 'kim@example.org', role: '', courses: ['git', 'js'] },
      { at: 3, email: 'oz@example.org', role: 'creator', courses: [] },
    ])
  })

  it('counts the lines of the text, also after a cell with several lines', async () => {
    const text = 'email,note\na@b.example,"one\ntwo"\nc@d.example,'
    expect((await linesOf(text)).map(({ at }) => at)).toEqual([2, 4])
  })

  it.each([
    'email,note\nsam@example.org,"day\nkim@example.org,night\noz@example.org,day',
    'email,note\nsam@example.org,"day\nkim@example.org,"night\noz@example.org,day',
    'email,note\nsam@example.org,"day\nkim@example.org,night"\noz@example.org,day',
    'email,note\n"sam@example.org,day\nkim@example.org,night\noz@example.org,12" records',
  ])('finds every person after a quote that is not closed: %j', async (text) => {
    expect((await linesOf(text)).map(({ at, email }) => [at, email])).toEqual([
      [2, 'sam@example.org'],
      [3, 'kim@example.org'],
      [4, 'oz@example.org'],
    ])
  })

  it('accepts every text with an @, because the database decides whether an email is valid', async () => {
    expect(await linesOf('not-an-address')).toEqual([line('not-an-address')])
    expect(await linesOf('email\n')).toEqual([])
    expect(await linesOf('')).toEqual([])
  })

  it('reads every line and finds every email once, in all generated lists', async () => {
    const name = fc.constantFrom(
      'Ada',
      'Lovelace, Ada',
      'Ng',
      "O'Hara",
      'Müller',
      '李',
      'Ada (x)',
      'A "B" C',
    )
    const quoted = name.map((text) => `"${text.replaceAll('"', '\\"')}"`)
    const person = (email: string) =>
      fc.oneof(
        fc.constant(email),
        fc.constant(`<${email}>`),
        fc.constant(`mailto:${email}`),
        fc.constant(`\u200B${email}.`),
        quoted.map((text) => `${text} <${email}>`),
        name.map((text) => `${text.replaceAll('"', '')} <${email}>`),
        name.map((text) => `${email} (${text.replace(/[()",]/g, '')})`),
      )
    const written = fc
      .array(fc.tuple(fc.constantFrom('; ', '\n', '\r\n', '\n\n', ';\n', ',\n'), fc.boolean()), {
        minLength: 1,
        maxLength: 12,
      })
      .chain((parts) =>
        fc.tuple(
          fc.constant(parts),
          fc.tuple(
            ...parts.map(([, junk], i) =>
              junk ? fc.constant(`junk${i}`) : person(`p${i}@example.org`),
            ),
          ),
        ),
      )
    await fc.assert(
      fc.asyncProperty(written, async ([parts, entries]) => {
        const text = parts.map(([separator], i) => entries[i] + separator).join('')
        const { lines, heading } = await readInviteList(text, null)
        const told = new Set(lines.map(({ at }) => at))
        text.split(/\r\n|\n/).forEach((one, i) => {
          if (one.trim() !== '')
            expect(told, `line ${i + 1} of ${JSON.stringify(text)}`).toContain(i + 1)
        })
        expect(heading).toBe(null)
        const found = lines.map(({ email }) => email).filter((email) => email.includes('@'))
        const wanted = parts.flatMap(([, junk], i) => (junk ? [] : [`p${i}@example.org`]))
        expect(found.sort(), JSON.stringify(text)).toEqual(wanted.sort())
      }),
      { numRuns: 1000 },
    )
  }, 60_000)

  it('reads every row of a generated table, whatever its cells contain', async () => {
    const cell = fc.constantFrom(
      '',
      'day',
      '"evening, late"',
      '"two\nlines"',
      '"open',
      '12" record',
      'x@y',
      'é',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 8 }),
        async (cells) => {
          const rows = cells.map(([before, after], i) => `${before},p${i}@example.org,${after}`)
          const text = `track,email,note\n${rows.join('\n')}`
          const { lines } = await readInviteList(text)
          const found = lines.flatMap(({ email, others = [] }) => [email, ...others])
          for (const i of cells.keys()) expect(found, text).toContain(`p${i}@example.org`)
        },
      ),
      { numRuns: 500 },
    )
  }, 60_000)
})

describe('emails in a pasted list', () => {
  it('are found in lines, lists and names, without repetitions in other letter case', async () => {
    const text =
      'Ada Lovelace <ada@example.org>, grace@example.org\nADA@example.org\n\nnobody\nlinus@example.org,'
    expect(await addressesIn(text)).toEqual({
      heading: null,
      addresses: ['ADA@example.org', 'grace@example.org', 'linus@example.org'],
      unreadable: [expect.objectContaining({ at: 4, email: 'nobody' })],
    })
  })

  it('include all emails of a person, and forms that only older accounts may have', async () => {
    const text = 'Name,Email,Home\nAda,jörg@example.org,ada@home.example\nGrace,,'
    expect(await addressesIn(text)).toEqual({
      heading: expect.objectContaining({ email: 1, sure: true }),
      addresses: ['jörg@example.org', 'ada@home.example'],
      unreadable: [expect.objectContaining({ at: 3, email: '' })],
    })
  })

  it('are not found in an empty text', async () => {
    expect(await addressesIn(' \n ')).toEqual({
      heading: null,
      addresses: [],
      unreadable: [],
    })
  })
})

it('decodes files in the encodings of Excel', async () => {
  const text = 'email,name\nada@example.org,Zoë\n'
  const utf16 = Uint8Array.from(
    [...`\uFEFF${text}`].flatMap((c) => [c.charCodeAt(0) & 255, c.charCodeAt(0) >> 8]),
  )
  const old = Uint8Array.from([...text].map((c) => c.charCodeAt(0)))
  for (const bytes of [utf16, old, new TextEncoder().encode(`\uFEFF${text}`)]) {
    expect(await readListFile(new Blob([bytes]))).toBe(text)
  }
})

it('reads the cohort of each person from the column of cohorts', async () => {
  const { lines } = await readInviteList('email,Cohort\na@b.example,autumn\nc@d.example,')
  expect(lines.map(({ cohort }) => cohort)).toEqual(['autumn', undefined])
})
