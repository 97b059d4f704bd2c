/**
 * The check of the firm's logo: a file that is there, is what its name says, and shows the same to everyone.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOOK_FIELDS } from '../../firm/look.ts'
import { type ContentFault, type ContentFile, firmOf, isFile } from './files.ts'

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const PLAIN = 'Save it from your drawing program as a plain SVG'

/** What an SVG must not be, and why. */
const SVG_FAULTS: readonly { isFound: (svg: string) => boolean; message: string }[] = [
  {
    isFound: (svg) => !/<svg[\s>][\s\S]*<\/svg>/.test(svg),
    message: 'is the name of a file that is no SVG. Write the name of an SVG or a PNG file',
  },
  {
    isFound: (svg) =>
      /<(script|foreignObject|iframe)[\s>]|\son\w+\s*=|javascript:|<!(DOCTYPE[^>]*\[|ENTITY)/i.test(svg),
    message: `is the name of an SVG with a program in it. ${PLAIN}`,
  },
  {
    isFound: (svg) => /\b(href|src)\s*=\s*["'](?!#|data:)|url\(\s*["']?(?!#|data:|["'])|@import/i.test(svg),
    message: `is the name of an SVG that loads another file, which browsers do not do here. ${PLAIN} with everything in it`,
  },
  {
    isFound: (svg) => /<text[\s>]/.test(svg),
    message: 'is the name of an SVG with letters in a face that not everyone has. Convert the text to paths',
  },
  {
    isFound: (svg) => !/<svg[^>]*\sviewBox=/.test(svg),
    message: `is the name of an SVG without \`viewBox\`, the size of what it shows. ${PLAIN}`,
  },
]

/**
 * The logo that the firm's file names. A field that does not fit its schema is a fault already.
 * @param root the content folder
 */
export function logoFaults(root: string, files: readonly ContentFile[]): ContentFault[] {
  const firm = firmOf(files)
  const logo = LOOK_FIELDS.logo.safeParse(firm?.data?.logo).data
  if (!firm || logo === undefined) return []
  const path = join(root, logo)
  const message = isFile(path)
    ? logoFileFault(path)
    : 'is the name of no file beside firm.md. Put the file there, or leave the field out'
  return message === undefined ? [] : [{ file: firm.file, line: firm.lineOf('logo'), field: 'logo', message }]
}

/**
 * @param path of a file whose name ends in `.svg` or `.png`
 * @returns what is wrong and what to do; undefined when nothing is
 */
export function logoFileFault(path: string): string | undefined {
  const file = readFileSync(path)
  if (/\.svg$/i.test(path)) return SVG_FAULTS.find(({ isFound }) => isFound(file.toString('utf8')))?.message
  if (!file.subarray(0, PNG.length).equals(PNG))
    return 'is the name of a file that is no PNG. Save it again as PNG: another ending is not enough'
  return undefined
}
