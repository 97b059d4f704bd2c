/** Pages that search engines and agents leave out: they hold nothing of themselves. */
export const UNLISTED: ReadonlySet<string> = new Set(['thanks', 'not-found'])
