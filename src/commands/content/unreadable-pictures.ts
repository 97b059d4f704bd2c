/**
 * Pictures that the build could not open: torn on the way, of another kind than their name says, or with more dots than a computer can
 * hold. Each is opened as the build will do it.
 */
import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { type ContentFault, isLeftOut } from './files.ts'
import { PICTURE_TYPES } from './pictures.ts'

/** As large as photographs get. */
const MAX_DOTS = 100_000_000

/**
 * Finds them.
 * @param root the content folder
 */
export async function unreadablePictures(root: string): Promise<ContentFault[]> {
  const files = globSync('**/*', { cwd: root }).filter(
    (file) => PICTURE_TYPES.test(file) && !file.split(/[\\/]/).some(isLeftOut) && statSync(join(root, file)).isFile(),
  )
  const faults = await Promise.all(
    files.sort().map(async (file) => ((await canBeOpened(join(root, file))) ? [] : [faultOf(file)])),
  )
  return faults.flat()
}

const faultOf = (file: string): ContentFault => ({
  file,
  line: 1,
  field: '',
  message:
    'is a picture that cannot be opened: it is torn, too large, or no picture. Save it again from the program that made it',
})

/** Every dot is read: the head of a torn file is whole. */
const canBeOpened = (path: string): Promise<boolean> =>
  sharp(path, { failOn: 'error', limitInputPixels: MAX_DOTS })
    .resize(1)
    .toBuffer()
    .then(
      () => true,
      () => false,
    )
