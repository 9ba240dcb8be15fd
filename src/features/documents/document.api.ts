/** Loads a document: of an order of the session, or of a link in an email. */

import { pdfName } from '#domain/documents/document.ts';
import { api, type ResponseOf, send } from '#lib/api.ts';
import { download } from '#lib/download.api.ts';
import type { Outcome } from '#lib/outcome.ts';
import { saveFile } from '#lib/save-file.dom.ts';

/** @property number of the document; without it, the invoice */
export type DocumentOf = ({ orderId: string } | { link: string }) & { number?: string | undefined };

/** A document, and all of its order. */
export type LoadedDocument = ResponseOf<typeof api.order.document.$post>;

export const loadDocument = (of: DocumentOf) => send(api.order.document.$post({ json: of }));

/** Saves the PDF on the device. @param number of the document */
export async function savePdf(of: DocumentOf, number: string): Promise<Outcome<unknown>> {
  const answer = await download(api.order['document.pdf'].$post({ json: of }));
  if (answer.ok) saveFile(pdfName(number), answer.data.file, 'application/pdf');
  return answer;
}
