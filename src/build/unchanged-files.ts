/**
 * The published folder of the build before: what would be written with the same bytes stays as it is, and what this build does
 * not have is removed. Astro by itself removes and writes all files, which takes most of the time when only one text changed.
 */
import { readdirSync, readFileSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'

export interface PreviousBuild {
  /**
   * Asked before a file is written. A folder where the file must be, or a file where its folder must be, is removed.
   * @param path of the file in the folder
   * @returns whether it is there with the same bytes
   */
  has(path: string, body: Uint8Array): boolean
  /** Removes the files that are older and were not found to be the same, and the folders that are empty then. */
  removeOthers(): void
}

/** @param since start of the build, milliseconds since 1970 */
export function previousBuild(folder: string, since: number): PreviousBuild {
  const unchanged = new Set<string>()

  const removeOthersIn = (parent: string): boolean => {
    const left = readdirSync(parent, { withFileTypes: true }).filter((entry) => {
      const path = join(parent, entry.name)
      if (entry.isDirectory()) return removeOthersIn(path)
      if (unchanged.has(path) || statSync(path).mtimeMs >= since) return true
      rmSync(path)
      return false
    })
    if (left.length === 0 && parent !== folder) rmdirSync(parent)
    return left.length > 0
  }

  return {
    has(path, body) {
      const file = join(folder, path)
      const found = statSync(file, { throwIfNoEntry: false })
      if (found?.isFile() && found.size === body.length && readFileSync(file).equals(body)) {
        unchanged.add(file)
        return true
      }
      if (!found) removeFileAbove(folder, path)
      else if (found.isDirectory()) rmSync(file, { recursive: true })
      return false
    },
    removeOthers: () => removeOthersIn(folder),
  }
}

/** Astro writes no file for a response without a body. */
const NOTHING_TO_WRITE = new Response(null)

/** A page can lie in a folder with the name of a file of the build before. */
function removeFileAbove(folder: string, path: string): void {
  const names = path.split('/')
  const above = names.slice(0, -1).map((_, index) => join(folder, ...names.slice(0, index + 1)))
  const blocking = above.find((parent) => statSync(parent, { throwIfNoEntry: false })?.isFile())
  if (blocking) rmSync(blocking)
}

/**
 * Lets Astro write only what the build before did not write with the same bytes.
 * @param since start of the build, milliseconds since 1970
 */
export function unchangedFiles(since: number): AstroIntegration {
  let previous: PreviousBuild
  return {
    name: 'unchanged-files',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => void updateConfig({ vite: { build: { emptyOutDir: false } } }),
      'astro:config:done': ({ config }) => {
        previous = previousBuild(fileURLToPath(config.outDir), since)
      },
      'astro:build:start': ({ setPrerenderer }) =>
        setPrerenderer((astro) => ({
          ...astro,
          name: 'unchanged-files',
          async render(request, options) {
            const rendered = await astro.render(request, options)
            const response = rendered instanceof Response ? rendered : rendered.response
            const body = new Uint8Array(await response.arrayBuffer())
            const path = filePath(new URL(request.url).pathname, options.routeData.type)
            return previous.has(path, body) ? NOTHING_TO_WRITE : new Response(body, response)
          },
        })),
      'astro:build:done': () => previous.removeOthers(),
    },
  }
}

/** Where Astro writes an address. */
function filePath(pathname: string, type: string): string {
  const path = decodeURI(pathname).replace(/\/$/, '')
  if (type !== 'page') return path
  return path === '/404' ? `${path}.html` : `${path}/index.html`
}
