/** /api/order: the documents of an order, as data and as PDFs (docs/behaviour.md, "Invoices and credit notes"). */
import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { pdfName } from '#domain/documents/numbering.ts';
import { readDocumentLink } from '../documents/document-link.ts';
import { documentPdf } from '../documents/document-pdf.ts';
import { findDocument, findLinkedDocument } from '../documents/read.ts';
import { body } from '../http/body.ts';
import { describeRoute, type RefusalCode } from '../http/describe-route.ts';
import { emailHashKey } from '../http/email-hash-key.ts';
import type { Env } from '../http/env.ts';
import { orderId } from '../http/fields.ts';
import { optionallySignedIn } from '../http/middleware.ts';
import { pdfFile } from '../http/pdf-file.ts';
import { notFound, Refusal, signedOut } from '../http/refusal.ts';
import { owner } from '../http/request-context.ts';
import { wrongSignature } from '../http/signed-links.ts';
import { success } from '../http/success.ts';

/** Of a document; the invoice without it. At most 16 characters (CGST Rules 2017, rules 46 and 53). */
const number = z
  .string()
  .regex(/^[A-Z\d/-]{1,16}$/, 'The number of the document is not valid.')
  .optional();

/** An order of the session, or the link of our emails about it. */
const documentBody = z.union(
  [z.object({ orderId, number }), z.object({ link: z.string().max(200), number })],
  'Please enter the order.',
);

const deadLink = (): Refusal =>
  new Refusal(
    404,
    'link_dead',
    'This link does not work, or is older than a year. You find the documents of your orders in My Orders.',
  );

/** @throws Refusal */
async function requestedDocument(c: Context<Env>, request: z.output<typeof documentBody>) {
  const db = c.get('db');
  if ('link' in request) {
    const linked = readDocumentLink(emailHashKey(c.env), request.link);
    if (!linked) throw await wrongSignature(c, deadLink());
    const found = await findLinkedDocument(db, linked, request.number, c.get('now'));
    if (!found) throw deadLink();
    return found;
  }
  const found = await findDocument(db, owner(c), request.orderId, request.number);
  if (found.ok) return { document: found.document, documents: found.documents };
  switch (found.code) {
    case 'signed_out':
      throw signedOut();
    case 'not_found':
      throw notFound(request.number ? 'This document' : 'This order');
    case 'not_issued':
      throw new Refusal(
        404,
        'not_issued',
        found.status === 'Cancelled'
          ? 'This order was cancelled before it was sent, so it has no invoice.'
          : 'The invoice is made when we hand your parcel to the courier.',
      );
    case 'no_invoice':
      throw new Refusal(
        404,
        'no_invoice',
        'This order is from before our shop wrote invoices. Please write to us, and we will send you one.',
      );
  }
}

const documentRefusals: RefusalCode[] = [
  '401 signed_out',
  '404 not_found',
  '404 link_dead',
  '404 not_issued',
  '404 no_invoice',
  '503 not_configured',
];

export const documents = new Hono<Env>()
  .post(
    '/document',
    describeRoute('Reads an invoice or a credit note as data.', documentRefusals),
    optionallySignedIn,
    body(documentBody),
    async (c) => success(c, await requestedDocument(c, c.req.valid('json'))),
  )
  .post(
    '/document.pdf',
    describeRoute('Reads an invoice or a credit note as a PDF file.', documentRefusals),
    optionallySignedIn,
    body(documentBody),
    async (c) => {
      const { document } = await requestedDocument(c, c.req.valid('json'));
      return pdfFile(c, pdfName(document.number), await documentPdf(document));
    },
  );
