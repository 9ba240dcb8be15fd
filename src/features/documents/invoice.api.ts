/** Loads an invoice: of an order of the session, or of a link in an email. */
import { api, send } from '#lib/api.ts';
import type { Outcome } from '#lib/outcome.ts';
import { saveFile } from '#lib/save-file.dom.ts';
import { pdfName } from './numbering.ts';

export type InvoiceOf = { orderId: string } | { link: string };

export const loadInvoice = (of: InvoiceOf) => send(api.order.invoice.$post({ json: of }));

/** Saves the PDF on the device. @param number of the invoice */
export async function savePdf(of: InvoiceOf, number: string): Promise<Outcome<unknown>> {
  const request = api.order['invoice.pdf'].$post({ json: of });
  try {
    const response = await request;
    if (response.ok) {
      saveFile(pdfName(number), await response.blob(), 'application/pdf');
      return { ok: true, data: undefined };
    }
  } catch {
    // No answer: handled below.
  }
  return send(request as unknown as Parameters<typeof send<never>>[0]);
}
