/** /api/order: the documents of an order, as data and as PDFs (docs/behaviour.md, "Invoices and credit notes"). */
import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { pdfName } from '#domain/documents/numbering.ts';
import { readDocumentLink } from '../documents/document-link.ts';
import { documentPdf } from '../documents/document-pdf.ts';
import { documentRefusals, findDocument, findLinkedDocument } from '../documents/read.ts';
import { body } from '../http/body.ts';
import { describeRoute } from '../http/describe-route.ts';
import { emailHashKey, notConfigured } from '../http/email-hash-key.ts';
import type { Env } from '../http/env.ts';
import { orderId } from '../http/fields.ts';
import { optionallySignedIn } from '../http/middleware.ts';
import { pdfFile } from '../http/pdf-file.ts';
import { owner } from '../http/request-context.ts';
import { wrongSignature } from '../http/signed-links.ts';
import { success } from '../http/success.ts';
import { signedOut } from '../lib/refusal.ts';

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

/** @throws Refusal */
async function requestedDocument(c: Context<Env>, request: z.output<typeof documentBody>) {
  const db = c.get('db');
  if ('link' in request) {
    const linked = readDocumentLink(emailHashKey(c.env), request.link);
    if (!linked) throw await wrongSignature(c, documentRefusals.deadLink());
    const found = await findLinkedDocument(db, linked, request.number, c.get('now'));
    if (!found) throw documentRefusals.deadLink();
    return found;
  }
  const found = await findDocument(db, owner(c), request.orderId, request.number);
  if (!found.ok) throw found;
  return { document: found.document, documents: found.documents };
}

const refusals = [documentRefusals, signedOut, notConfigured];

export const documents = new Hono<Env>()
  .post(
    '/document',
    describeRoute('Reads an invoice or a credit note as data.', refusals),
    optionallySignedIn,
    body(documentBody),
    async (c) => success(c, await requestedDocument(c, c.req.valid('json'))),
  )
  .post(
    '/document.pdf',
    describeRoute('Reads an invoice or a credit note as a PDF file.', refusals),
    optionallySignedIn,
    body(documentBody),
    async (c) => {
      const { document } = await requestedDocument(c, c.req.valid('json'));
      return pdfFile(c, pdfName(document.number), await documentPdf(document));
    },
  );
