/** /api/order: the invoice of an order, as data and as a PDF (docs/behaviour.md 8.9). */
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import type { NumberedInvoice } from '#features/documents/invoice.ts';
import { pdfName } from '#features/documents/numbering.ts';
import { readInvoiceLink } from '../documents/invoice-link.ts';
import { invoicePdf } from '../documents/invoice-pdf.ts';
import { findInvoice, findLinkedInvoice } from '../documents/read.ts';
import { body } from '../http/body.ts';
import { emailHashKey } from '../http/email-hash-key.ts';
import type { Env } from '../http/env.ts';
import { orderId } from '../http/fields.ts';
import { optionallySignedIn } from '../http/middleware.ts';
import { notFound, Refusal, signedOut } from '../http/refusal.ts';
import { owner } from '../http/request-context.ts';
import { wrongSignature } from '../http/signed-links.ts';
import { success } from '../http/success.ts';

/** The order of the session, or the link of the email about its parcel. */
const invoiceBody = z.union(
  [z.object({ orderId }), z.object({ link: z.string().max(200) })],
  'Please name the order.',
);

const deadLink = (): Refusal =>
  new Refusal(
    404,
    'link_dead',
    'This link does not work, or is older than a year. You find the invoice in My Orders.',
  );

/** @throws Refusal */
async function invoiceFor(c: Context<Env>, request: z.output<typeof invoiceBody>): Promise<NumberedInvoice> {
  const db = c.get('db');
  if ('link' in request) {
    const linked = readInvoiceLink(emailHashKey(c.env), request.link);
    if (!linked) throw await wrongSignature(c, deadLink());
    const invoice = await findLinkedInvoice(db, linked, c.get('now'));
    if (!invoice) throw deadLink();
    return invoice;
  }
  const found = await findInvoice(db, owner(c), request.orderId);
  if (found.ok) return found.invoice;
  switch (found.code) {
    case 'signed_out':
      throw signedOut();
    case 'not_found':
      throw notFound('This order');
    case 'not_issued':
      throw new Refusal(
        404,
        'not_issued',
        found.status === 'Cancelled'
          ? 'This order was cancelled before it was sent, so it has no invoice.'
          : 'The invoice is made when we hand your parcel to the courier.',
      );
    case 'no_tax_data':
      throw new Refusal(
        404,
        'no_tax_data',
        'This order is from before our shop wrote invoices. Please write to us, and we will send you one.',
      );
  }
}

export const invoices = new Hono<Env>()
  .post('/invoice', optionallySignedIn, body(invoiceBody), async (c) =>
    success(c, { invoice: await invoiceFor(c, c.req.valid('json')) }),
  )
  .post('/invoice.pdf', optionallySignedIn, body(invoiceBody), async (c) => {
    const invoice = await invoiceFor(c, c.req.valid('json'));
    return c.body(invoicePdf(invoice), 200, {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="${pdfName(invoice.number)}"`,
      'Cache-Control': 'no-store',
    });
  });
