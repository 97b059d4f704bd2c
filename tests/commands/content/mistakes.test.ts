/**
 * What editors get wrong, one row each: file, line, and what to write, in words for people who do not program.
 */
import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { adviseOnContent } from '../../../src/commands/content/advice.ts'
import { checkContent } from '../../../src/commands/content/faults.ts'
import { reportOn } from '../../../src/commands/content/report.ts'
import { nationalTelephone } from '../../../src/firm/national-telephone.ts'
import { LIST_RULE } from '../../../src/firm/hours-fields.ts'
import { editContent, faultsIn, printed, save } from './edited-content.ts'

const AREA = 'practice-areas/animal-law.md'
const PAGE = 'pages/about.md'
const NOW = new Date('2026-11-22T12:00:00Z')

const QUOTES = 'Put the value into double quotes. Write:'

describe('a slip in a field', () => {
  it.each([
    ['\tname: Animals', 'name', 'begins with a tab. Write spaces instead, two for each step to the right'],
    ['name: Animals: dogs', 'name', `holds a colon. ${QUOTES} \`name: "Animals: dogs"\``],
    [
      'name: "Animals',
      'name',
      'has a quote that is not closed, or that ends before the value does. Write: `name: "Animals"`',
    ],
    [
      "name: 'It's a dog'",
      'name',
      'has a quote that is not closed, or that ends before the value does. Write: `name: "It\'s a dog"`',
    ],
    [
      'name: "Dogs" and cats',
      'name',
      'has a quote that is not closed, or that ends before the value does. Write: `name: "Dogs\' and cats"`',
    ],
    ['name:Animals', '', 'needs a space after the colon. Write: `name: Animals`'],
    ['name: “Animals”', 'name', 'stands in curly quotes. Write: `name: "Animals"`'],
    ['name: “Animals: dogs”', 'name', 'stands in curly quotes. Write: `name: "Animals: dogs"`'],
    ['name: ‘Animals’', 'name', 'stands in curly quotes. Write: `name: "Animals"`'],
    ['name: @animals', 'name', `begins with @, which says something else here. ${QUOTES} \`name: "@animals"\``],
    ['name: `Animals`', 'name', `begins with \`, which says something else here. ${QUOTES} \`name: "\`Animals\`"\``],
    ['name: % of dogs', 'name', `begins with %, which says something else here. ${QUOTES} \`name: "% of dogs"\``],
    ['name: &animals', 'name', `begins with &, which says something else here. ${QUOTES} \`name: "&animals"\``],
    ['name: *Animals*', 'name', `begins with *, which says something else here. ${QUOTES} \`name: "*Animals*"\``],
    ['name: !important', 'name', `begins with !, which says something else here. ${QUOTES} \`name: "!important"\``],
    [
      'name: {firm.name}',
      'name',
      `begins with a brace, which says something else here. ${QUOTES} \`name: "{firm.name}"\``,
    ],
    [
      'name: [Dogs] and cats',
      'name',
      `begins with [, which says something else here. ${QUOTES} \`name: "[Dogs] and cats"\``,
    ],
    ['name: - Dogs', 'name', `begins with -, which says something else here. ${QUOTES} \`name: "- Dogs"\``],
    ['name: Suite #5', 'name', `holds a #, and what follows it is not read. ${QUOTES} \`name: "Suite #5"\``],
    ['name: #1 in dogs', 'name', `holds a #, and what follows it is not read. ${QUOTES} \`name: "#1 in dogs"\``],
    [
      '  name: Animals',
      'name',
      'begins too far right. Write it below the first letter of the field above: `name: Animals`',
    ],
    [
      'Animals and dogs',
      '',
      'is no field: that is a name, a colon, a space and a value, like `order: 1`. If the text begins here, write a line of three hyphens above it: ---',
    ],
    ['id: dogs\nname: Animals', 'id', 'stands twice, first on line 2. Keep one of the two'],
    [
      'name: }',
      '',
      'cannot be read here. Write one field on each line, like `order: 1`, and put a value with signs in it into double quotes',
    ],
    [
      'name: 32177',
      'name',
      'must be text: put it into double quotes, `name: "32177"`. It is: Name of the practice area.',
    ],
    [
      'name: true',
      'name',
      'must be text: put it into double quotes, `name: "true"`. It is: Name of the practice area.',
    ],
    ['name:', 'name', 'is empty. It is: Name of the practice area.'],
    ['name: ""', 'name', 'is empty. It is: Name of the practice area.'],
    [
      'name:\n  - Animals',
      'name',
      'must be one text, not several lines with a name or a hyphen each. It is: Name of the practice area.',
    ],
  ])('%j', (to, field, message) => {
    const content = editContent()
    content.change(AREA, /name: .*/, to)
    expect(faultsIn(content)).toEqual([`${AREA}:3 ${field} ${message}`])
  })

  it.each([
    'name: Dogs & cats, 50% off at my_place! (C#)',
    'name: yes',
    'name: “No” means no',
    'name: Animals # and dogs',
  ])('is not %j', (to) => {
    const content = editContent()
    content.change(AREA, /name: .*/, to)
    expect(faultsIn(content)).toEqual([])
  })

  it('is not what a value of several lines holds', () => {
    const content = editContent()
    content.change(AREA, /summary: .*\n/, 'summary: >-\n  Dogs: “cats”\n\n  id: *cats*\n  @dogs\n')
    content.change('es/practice-areas/animal-law.md', /summary: .*\n/, 'summary: "Perros\n  id: gatos"\n')
    expect(faultsIn(content)).toEqual([])
  })

  it.each([
    ['pages/about.md', /footer: .*/, 'footer: no', 'footer must be a whole number. It is: Place among'],
    [
      'replies/declined.md',
      /status: .*/,
      'status: gone',
      'status must be one of: contacted, conflict_check, declined, closed. It is: The status',
    ],
    ['firm.md', /languages:(\n {2}- .*)+/, 'languages: English', `languages ${LIST_RULE}. It is: Languages spoken`],
    ['firm.md', 'drawing: heron', 'drawing: herron', 'drawing is none of the choices: did you mean `heron`?'],
    ['replies/declined.md', /status: .*/, 'status: decline', 'status is none of the choices: did you mean `declined`?'],
    ['firm.md', '- English', '- E', 'languages.0 must have 2 letters or more'],
    ['firm.md', 'city: Palatka', 'ciyt: Palatka', 'address.ciyt is no field here: did you mean `city`?'],
    [
      'firm.md',
      '- days: Monday to Friday',
      '- days:Monday to Friday',
      ' needs a space after the colon. Write: `- days: Monday to Friday`',
    ],
    ['firm.md', / {2}city:/, '    city:', 'city begins too far right'],
    ['firm.md', / {2}city:/, ' city:', ' begins further left or right than the lines that belong with it'],
  ])('in %s: %s → %j', (file, from, to, message) => {
    const content = editContent()
    content.change(file, from, to)
    const line = content.lineOf(file, to.split('\n')[0]!)
    expect(faultsIn(content)).toContainEqual(expect.stringContaining(`${file}:${line} ${message}`))
  })
})

describe('the hint', () => {
  it.each([
    [
      'firm.md',
      /postalCode: .*/,
      'postalCode: 32177',
      'address.postalCode must be text: put it into double quotes, `postalCode: "32177"`. It is: ZIP code.',
    ],
    ['firm.md', /street: .*/, 'street:', 'address.street is empty. It is: Street and number.'],
    [
      'firm.md',
      'opens: "08:30"',
      'opens: 8',
      'hours.0.opens must be a time like "08:30", in quotes. It is: Opening time, 24 hours, local to the office.',
    ],
    ['firm.md', '- Juneteenth', '- Easter', /^holidays\.3 must be one of: New Year; .*; Christmas$/],
    ['firm.md', '- Spanish', '- 5', 'languages.1 must be text: put it into double quotes, `- "5"`'],
    [
      'firm.md',
      /replyWithin: .*/,
      'replyWithin: 1',
      'replyWithin must be text: put it into double quotes, `replyWithin: "1"`. It is: When a person who wrote can expect an answer, in words.',
    ],
    [
      'firm.md',
      /telephone: .*/,
      'telephone: 0170 1234',
      'telephone must be a number like "+1-904-555-0100". It is: Telephone in international form.',
    ],
    [
      'firm.md',
      /address:\n( {2}.*\n)+/,
      'address: Palatka\n',
      'address must be several fields, each on a line of its own with spaces before it: street, city, state, postalCode. It is: The office, a real place the public can visit.',
    ],
  ])('in %s after %s → %j is that of the field itself', (file, from, to, expected) => {
    const content = editContent()
    content.change(file, from, to)
    const found = faultsIn(content).map((fault) => fault.replace(/^firm\.md:\d+ /, ''))
    expect(found).toEqual([typeof expected === 'string' ? expected : expect.stringMatching(expected)])
  })
})

describe('the lines of hyphens', () => {
  const field = 'question: Why?\norder: 99\nreviewed: 2026-11-01\n'
  it.each([
    [
      `---\n${field}\nBecause.\n`,
      6,
      'begins the text, but the fields above have no end. Write a line of three hyphens above it: ---',
    ],
    [`---\n${field}----\n\nBecause.\n`, 5, 'must be three hyphens, where the fields end. Write: --- instead of ----'],
    [`---\n${field}—\n\nBecause.\n`, 5, 'must be three hyphens, where the fields end. Write: --- instead of —'],
    [`---\n${field}`, 5, 'ends before the fields do. Write a line of three hyphens: ---'],
    [
      `---\n${field}\nBecause.\n\n---\n`,
      6,
      'is no field: that is a name, a colon, a space and a value, like `order: 1`. If the text begins here, write a line of three hyphens above it: ---',
    ],
    [
      `\n---\n${field}---\n`,
      1,
      'must begin with a line of three hyphens, the fields question, topic, order, reviewed, and three hyphens again',
    ],
    [
      '---\nWhy?\n---\n',
      2,
      'is no field: that is a name, a colon, a space and a value, like `order: 1`. If the text begins here, write a line of three hyphens above it: ---',
    ],
    ['---\n- Why?\n---\n', 2, 'is no field. Write a name, a colon, a space and a value, like `order: 1`'],
  ])('in %j', (text, line, message) => {
    const content = editContent()
    save(content, 'faq/new.md', text)
    expect(faultsIn(content)).toEqual([`faq/new.md:${line}  ${message}`])
  })
})

describe('a picture', () => {
  const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0])
  const MISSING = 'which is not in the folder of the text'
  it.each([
    ['./rivr.jpg', `./rivr.jpg, ${MISSING}. Write: ./river.jpg`],
    ['./River.JPG', `./River.JPG, ${MISSING}: capital and small letters count. Write: ./river.jpg`],
    ['./the-whole-office.png', `./the-whole-office.png, ${MISSING}. Put the file there`],
    ['river.jpg', 'river.jpg without its folder. Write: ./river.jpg'],
    [
      './my river.jpg',
      './my river.jpg, whose name has a space, an accent or a sign. Give the file the name my-river.jpg and write: ./my-river.jpg',
    ],
    [
      './río (1).JPG "At noon"',
      './río (1).JPG, whose name has a space, an accent or a sign. Give the file the name rio-1.jpg and write: ./rio-1.jpg',
    ],
    ['./river.heic', './river.heic, which browsers do not show. Save it as JPEG and write: ./river.jpg'],
    ['./river.TIF', './river.TIF, which browsers do not show. Save it as JPEG and write: ./river.jpg'],
    ['./river.bmp', './river.bmp, which browsers do not show. Save it as JPEG and write: ./river.jpg'],
    [
      '/river.jpg',
      '/river.jpg, which is not beside the text. Put the file into the folder of the text and write: ./river.jpg',
    ],
    [
      '../faq/river.jpg',
      '../faq/river.jpg, which is not beside the text. Put the file into the folder of the text and write: ./river.jpg',
    ],
    [
      'C:\\river.jpg',
      'C:\\river.jpg, which is not beside the text. Put the file into the folder of the text and write: ./river.jpg',
    ],
    ['', 'of no file, which is not beside the text. Put the file into the folder of the text and write: ./file.jpg'],
    ['./heavy.jpg', './heavy.jpg, which has 21 MB. Make it smaller: at most 20 MB'],
    [
      './renamed.jpg',
      './renamed.jpg, whose file is no picture that browsers show, though its name says so. Open it and save it as JPEG',
    ],
  ])('%s', (target, message) => {
    const content = editContent()
    save(content, 'pages/river.jpg', JPEG)
    save(content, 'pages/heavy.jpg', Buffer.concat([JPEG, Buffer.alloc(20 * 2 ** 20)]))
    save(content, 'pages/renamed.jpg', Buffer.from('\0\0\0\x18ftypheic', 'latin1'))
    content.append(PAGE, `![The river](${target})`)
    expect(faultsIn(content)).toEqual([`${PAGE}:${content.lineOf(PAGE, '![The river]')}  holds the picture ${message}`])
  })

  it.each([
    ['river.jpg', '\xff\xd8\xff\xe0'],
    ['River_2.PNG', '\x89PNG\r\n'],
    ['river.webp', 'RIFF\0\0\0\0WEBP'],
    ['river.avif', '\0\0\0\x20ftypavif'],
    ['river.gif', 'GIF89a'],
    ['river.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ])('is in order beside its text: %s', (name, bytes) => {
    const content = editContent()
    save(content, `pages/${name}`, Buffer.from(bytes, 'latin1'))
    content.append(PAGE, `![The river](./${name}) and ![again](./${name} "At noon") and \`![none](./none.jpg)\``)
    expect(faultsIn(content)).toEqual([])
  })
})

describe('a link', () => {
  it.each([
    ['contact', 'contact, which is no page. Write: /contact/'],
    ['/contact', '/contact, which is no page. Write: /contact/'],
    ['contact/', 'contact/, which is no page. Write: /contact/'],
    ['contact.md', 'contact.md, which is no page. Write: /contact/'],
    ['../contact/', '../contact/, which is no page. Write: /contact/'],
    ['../pages/contact.md#form', '../pages/contact.md#form, which is no page. Write: /contact/'],
    ['/Contact/', '/Contact/, which is no page. Write: /contact/'],
    ['/contat/', '/contat/, which is no page. Write: /contact/'],
    ['animal-law.md', 'animal-law.md, which is no page. Write the address of a page that exists, like /contact/'],
    ['practice-areas/animal-law', 'practice-areas/animal-law, which is no page. Write: /practice-areas/animal-law/'],
    ['', 'nothing, which is no page. Write the address of a page that exists, like /contact/'],
    ['www.floridabar.org', 'www.floridabar.org, which is no page here. Write: https://www.floridabar.org'],
    ['floridabar.org/rules', 'floridabar.org/rules, which is no page here. Write: https://floridabar.org/rules'],
    ['ana@example.org', 'ana@example.org, which is no page. Write: mailto:ana@example.org'],
  ])('%s', (target, message) => {
    const content = editContent()
    content.append(PAGE, `See [this page](${target}).`)
    expect(faultsIn(content)).toEqual([`${PAGE}:${content.lineOf(PAGE, 'this page')}  links to ${message}`])
  })

  it.each([
    ['contact.md', '/es/contact/'],
    ['/es/contact', '/es/contact/'],
    ['../pages/contact.md', '/es/contact/'],
    ['/es/contat/', '/es/contact/'],
  ])('%s in a Spanish text', (target, address) => {
    const content = editContent()
    content.append(`es/${PAGE}`, `Vea [esta página](${target}).`)
    const line = content.lineOf(`es/${PAGE}`, 'esta página')
    expect(faultsIn(content)).toEqual([`es/${PAGE}:${line}  links to ${target}, which is no page. Write: ${address}`])
  })

  it.each([
    '/contact/',
    '/contact/#form',
    '#top',
    'https://www.floridabar.org/',
    'mailto:ana@example.org',
    '{base}/mcp',
    '/openapi.json',
  ])('is in order: %s', (target) => {
    const content = editContent()
    content.append(PAGE, `See [this page](${target}), and in code \`[x](nowhere)\`.`)
    expect(faultsIn(content)).toEqual([])
  })

  it('stands in a field, which shows it as it is written', () => {
    const content = editContent()
    content.change(AREA, 'summary: ', 'summary: See [us](/contact/). ')
    expect(faultsIn(content)).toEqual([
      `${AREA}:4 summary holds a link, and fields show it as it is written. Write the words alone here, and the link in the text below`,
    ])
  })

  it('names a page of this site in full', () => {
    const content = editContent()
    content.append(PAGE, 'See [this page](http://firm.example/contact/).')
    expect(faultsIn(content)).toEqual([
      `${PAGE}:${content.lineOf(PAGE, 'this page')}  holds http://firm.example, the address of this site. Write: {base}, or a path like /contact/ in a link`,
    ])
  })
})

describe('the day of the review', () => {
  const report = (day: string) => {
    const content = editContent()
    content.change(AREA, /reviewed: .*/, `reviewed: ${day}`)
    const settings = { addresses: [], goesOnline: false, retentionDays: 730 }
    return reportOn(content.read(), { settings, now: NOW, glossary: [], changes: undefined })
  }

  it.each([
    ['2062-11-22', 'is later than today. Write the day on which a lawyer read the text: 2026-11-22'],
    [
      '2026-13-40',
      'must be a day like 2026-11-01. It is: Day a lawyer last reviewed this text; left out until one has.',
    ],
    [
      '11/22/2026',
      'must be a day like 2026-11-22. It is: Day a lawyer last reviewed this text; left out until one has.',
    ],
    [
      '22.1.2026',
      'must be a day like 2026-01-22. It is: Day a lawyer last reviewed this text; left out until one has.',
    ],
    [
      'November 22',
      'must be a day like 2026-11-01. It is: Day a lawyer last reviewed this text; left out until one has.',
    ],
  ])('%s stops every build', (day, message) =>
    expect(report(day).faults.map(printed)).toEqual([`${AREA}:7 reviewed ${message}`]),
  )

  it('is advice when it may be a plan: 2026-12-24', () => {
    const { faults, advice } = report('2026-12-24')
    expect(faults).toEqual([])
    expect(advice.filter(({ file, field }) => file === AREA && field === 'reviewed')).toHaveLength(1)
  })
})

describe('a telephone number that does not fit', () => {
  it.each(['0170', '+1-386-5550142', '+49-170-1234567', ''])('is shown as it is: %j', (telephone) =>
    expect(nationalTelephone(telephone)).toBe(telephone),
  )

  it('in either language is a fault, and gives no advice to write it', () => {
    const content = editContent()
    for (const file of ['firm.md', 'es/firm.md']) content.change(file, /telephone: .*/, 'telephone: "0170"')
    expect(faultsIn(content)).toEqual([
      'es/firm.md:7 telephone must be a number like "+1-904-555-0100". It is: Telephone in international form.',
      'firm.md:7 telephone must be a number like "+1-904-555-0100". It is: Telephone in international form.',
    ])
    expect(adviseOnContent(content.read(), NOW)).toEqual([])
  })
})

it("a slip in the firm's file brings no advice on every text", () => {
  const content = editContent()
  content.change('firm.md', /name: .*/, 'name: "Heron')
  const settings = { addresses: [], goesOnline: false, retentionDays: 730 }
  const circumstances = { settings, now: NOW, glossary: [], changes: new Map([[PAGE, '2027-01-01']]) }
  const { faults, advice } = reportOn(content.read(), circumstances)
  expect(faults.map(({ file }) => file)).toEqual(['firm.md'])
  expect(advice).toEqual([])
})

describe('a command that reads the texts', () => {
  it.each(['check-content', 'build'])('ends with the words and code 1, and without a stack trace: %s', (command) => {
    const content = editContent()
    content.change(AREA, /name: .*/, 'name: *Animals*')
    save(content, 'pages/about.md', Buffer.from('caf\xe9', 'latin1'))
    const { status, stdout, stderr } = spawnSync(process.execPath, [`src/commands/${command}.ts`], {
      encoding: 'utf8',
      env: { ...process.env, CONTENT_DIR: content.root },
    })
    expect(status).toBe(1)
    expect(stderr).toContain(`${content.root}/pages/about.md:1  is not saved as UTF-8`)
    expect(stderr).toContain(`${content.root}/${AREA}:3  \`name\` begins with *`)
    expect(stderr).toContain('2 things to fix in')
    expect(stdout + stderr).not.toMatch(/^ +at /m)
  })
})

it('messages stand in the order of files and lines', () => {
  const content = editContent()
  content.append(PAGE, '![](./x.jpg)\n\n[x](nowhere)\n\n# Big')
  content.change(PAGE, /title: .*/, 'title: 5')
  save(content, 'faq/new.txt', 'x')
  const places = checkContent(content.read(), []).map(({ file, line }) => [file, line] as const)
  expect(places.map(([file]) => file)).toEqual(['faq/new.txt', PAGE, PAGE, PAGE, PAGE, PAGE])
  expect(places.slice(1)).toEqual(places.slice(1).toSorted(([, one], [, other]) => one - other))
})
