/**
 * The check of the firm's logo: a file that is there, is what its name says, and shows the same to everybody.
 */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { LOOK_FIELDS } from '../../firm/look.ts'

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
    message: 'is the name of an SVG with letters in a face that not everybody has. Convert the text to paths',
  },
  {
    isFound: (svg) => !/<svg[^>]*\sviewBox=/.test(svg),
    message: `is the name of an SVG without \`viewBox\`, the size of what it shows. ${PLAIN}`,
  },
]

/**
 * @param folder in which `firm.md` is
 * @param field what it says of the logo
 * @returns what is wrong and what to do; undefined when nothing is, or when the field does not fit its schema, which is said already
 */
export function logoFault(folder: string, field: unknown): string | undefined {
  const logo = LOOK_FIELDS.logo.safeParse(field).data
  if (logo === undefined) return undefined
  const path = join(folder, logo)
  if (!isFile(path)) return 'is the name of no file beside firm.md. Put the file there, or leave the field out'
  return pictureFault(path)
}

/** Whether there is a file at a path, and no folder. */
export const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true

/**
 * @param path of a file whose name ends in `.svg` or `.png`
 * @returns what is wrong and what to do; undefined when nothing is
 */
export function pictureFault(path: string): string | undefined {
  const file = readFileSync(path)
  if (/\.svg$/i.test(path)) return SVG_FAULTS.find(({ isFound }) => isFound(file.toString('utf8')))?.message
  if (!file.subarray(0, PNG.length).equals(PNG))
    return 'is the name of a file that is no PNG. Save it again as PNG: another ending is not enough'
  return undefined
}
