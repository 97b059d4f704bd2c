/**
 * The files of the pictures in the texts: each beside its text, of a kind that browsers show, and not too large to work with.
 */
import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type ContentFault, type ContentFile, proseOf } from './files.ts'
import { nearest } from './nearest.ts'
import { plainName } from './plain-name.ts'

/** Endings of pictures that browsers show. */
export const PICTURE_TYPES = /\.(?:jpe?g|png|webp|avif|gif|svg)$/i
const MAX_MEGABYTES = 20
const MEGABYTE = 2 ** 20

/** With its words, and the file in parentheses, in whose name there may be others. */
const PICTURE = /!\[[^\]]*\]\(((?:[^()]|\([^()]*\))*)\)/g
const TITLE = /\s+(?:"[^"]*"|'[^']*')\s*$/
/** Another site, which has a message of its own; one letter and a colon are a disk. */
const ELSEWHERE = /^(?:\w{2,}:|\/\/)/
const PLAIN_NAME = /^[\w.-]+$/
/** How the files of pictures begin, in Latin-1: JPEG, PNG, GIF, WebP, AVIF, SVG. */
const BEGINNINGS = /^(?:\xff\xd8\xff|\x89PNG|GIF8|RIFF[^]{4}WEBP|[^]{4}ftypavi[fs]|(?:\xef\xbb\xbf)?\s*<)/
const BEGINNING_BYTES = 16

/**
 * Faults of the pictures.
 * @param root the content folder
 */
export const pictureFaults = (root: string, files: readonly ContentFile[]): ContentFault[] =>
  files.flatMap((content) =>
    proseOf(content).flatMap(({ line, text }) =>
      [...text.matchAll(PICTURE)].flatMap(([, target = '']) => {
        const fault = pictureFault(join(root, dirname(content.file)), target.replace(TITLE, '').trim())
        return fault ? [{ file: content.file, line, field: '', message: `holds the picture ${fault}` }] : []
      }),
    ),
  )

/**
 * @param folder of the text
 * @param target as it is written
 * @returns what is wrong with it; undefined when nothing is
 */
function pictureFault(folder: string, target: string): string | undefined {
  if (ELSEWHERE.test(target)) return undefined
  const path = target.replaceAll('%20', ' ')
  const name = path.replace(/^.*[/\\]/, '')
  const shown = target || 'of no file'
  if (!/^(?:\.\/)?[^/\\]+$/.test(path))
    return `${shown}, which is not beside the text. Put the file into the folder of the text and write: ./${plainName(name) || 'file.jpg'}`
  if (!PLAIN_NAME.test(name))
    return `${shown}, whose name has a space, an accent or a sign. Give the file the name ${plainName(name)} and write: ./${plainName(name)}`
  if (!PICTURE_TYPES.test(name))
    return `${shown}, which browsers do not show. Save it as JPEG and write: ./${name.replace(/(?:\.[^.]*)?$/, '.jpg')}`
  const names = readdirSync(folder)
  if (!names.includes(name)) return missingPicture(shown, name, names)
  if (path === name) return `${shown} without its folder. Write: ./${name}`
  return fileFault(join(folder, name), shown)
}

function missingPicture(shown: string, name: string, names: readonly string[]): string {
  const meant = nearest(
    name,
    names.filter((other) => PICTURE_TYPES.test(other)),
  )
  if (!meant) return `${shown}, which is not in the folder of the text. Put the file there`
  const why = meant.toLowerCase() === name.toLowerCase() ? ': capital and small letters count' : ''
  return `${shown}, which is not in the folder of the text${why}. Write: ./${meant}`
}

function fileFault(path: string, shown: string): string | undefined {
  const megabytes = statSync(path).size / MEGABYTE
  if (megabytes > MAX_MEGABYTES)
    return `${shown}, which has ${Math.ceil(megabytes)} MB. Make it smaller: at most ${MAX_MEGABYTES} MB`
  if (!BEGINNINGS.test(beginningOf(path)))
    return `${shown}, whose file is no picture that browsers show, though its name says so. Open it and save it as JPEG`
  return undefined
}

function beginningOf(path: string): string {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(BEGINNING_BYTES)
    return bytes.toString('latin1', 0, readSync(file, bytes))
  } finally {
    closeSync(file)
  }
}
