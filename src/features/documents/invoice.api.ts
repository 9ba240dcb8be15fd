/** Loads an invoice: of an order of the session, or of a link in an email. */
import { api, send } from '#lib/api.ts';
import { download } from '#lib/download.api.ts';
import type { Outcome } from '#lib/outcome.ts';
import { saveFile } from '#lib/save-file.dom.ts';
import { pdfName } from './numbering.ts';

export type InvoiceOf = { orderId: string } | { link: string };

export const loadInvoice = (of: InvoiceOf) => send(api.order.invoice.$post({ json: of }));

/** Saves the PDF on the device. @param number of the invoice */
export async function savePdf(of: InvoiceOf, number: string): Promise<Outcome<unknown>> {
  const answer = await download(api.order['invoice.pdf'].$post({ json: of }));
  if (answer.ok) saveFile(pdfName(number), answer.data.file, 'application/pdf');
  return answer;
}
