/** The notes and replies of an inquiry, decrypted. */
import type { Sealed, StaffInbox, Store } from '../ports.ts'
import { mapInBatches } from '../store/batches.ts'
import { type NumberedChange, PlainText, readHistory, SEALED_TEXTS, type SealedText } from './history.ts'
import type { InquiryId } from './inquiry-id.ts'

/** All notes and replies, oldest first. */
export async function readTexts(store: Pick<Store, 'list' | 'read'>, inbox: StaffInbox, id: InquiryId) {
  return (await mapInBatches(await readHistory(store, id), (change) => openTexts(inbox, change))).flat()
}

export function openTexts(inbox: StaffInbox, change: NumberedChange): Promise<string[]> {
  const texts = SEALED_TEXTS.flatMap((name) => {
    const sealed = change[name]
    return sealed ? [openText(inbox, name, sealed)] : []
  })
  return Promise.all(texts)
}

async function openText(inbox: StaffInbox, name: SealedText, sealed: Sealed): Promise<string> {
  const { data } = PlainText.safeParse(await inbox.open(sealed))
  return data?.[name] ?? `This ${name} was sealed to another key.`
}
