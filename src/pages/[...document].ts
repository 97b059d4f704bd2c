import type { APIRoute, GetStaticPaths } from 'astro'
import { type DocumentFile, getDocumentFiles, renderDocument } from '../build/document.ts'

export const getStaticPaths = (async () =>
  (await getDocumentFiles()).map((document) => ({
    params: { document: document.file.slice(1) },
    props: { document },
  }))) satisfies GetStaticPaths

export const GET: APIRoute<{ document: DocumentFile }> = async ({ props: { document } }) =>
  new Response(await renderDocument(document), { headers: { 'Content-Type': document.type } })
