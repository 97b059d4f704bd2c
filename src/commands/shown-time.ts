/**
 * A moment as commands print it, in the time of the machine.
 */
export function when(iso: string): string {
  return new Date(iso).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })
}
