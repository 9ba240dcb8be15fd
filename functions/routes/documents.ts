/** /api/order: the documents of an order, as data and as PDFs (docs/behaviour.md, "Invoices and credit notes"). */
import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { pdfName } from '#domain/documents/document.ts';
import { documentPdf } from '../documents/document-pdf.ts';
import { readOrderDocument } from '../documents/read.ts';
import type { Env } from '../http/env.ts';
import { orderId } from '../http/fields.ts';
import { route } from '../http/route.ts';

/** A file with personal data, which no cache may keep. */
const pdfFile = (c: Context, name: string, file: Uint8Array<ArrayBuffer>) =>
  c.body(file, 200, {
    'Content-Type': 'application/pdf',
    'Content-Disposition': `attachment; filename="${name}"`,
    'Cache-Control': 'no-store',
  });

/** Of a document; the invoice without it. At most 16 characters (CGST Rules 2017, rules 46 and 53). */
const number = z
  .string()
  .regex(/^[A-Z\d/-]{1,16}$/, 'The number of the document is not valid.')
  .optional();

/** An order of the session, or the link of our emails about it. */
const documentBody = z
  .union(
    [z.object({ orderId, number }), z.object({ link: z.string().max(200), number })],
    'Please enter the order.',
  )
  .meta({ title: 'DocumentRequest' });

const line = { session: 'optional', link: 'always', body: documentBody } as const;

export const documents = new Hono<Env>()
  .post('/document', route('Reads an invoice or a credit note as data.', line, readOrderDocument))
  .post(
    '/document.pdf',
    route(
      'Reads an invoice or a credit note as a PDF file.',
      line,
      readOrderDocument,
      async ({ document }, _, c) => pdfFile(c, pdfName(document.number), await documentPdf(document)),
    ),
  );
