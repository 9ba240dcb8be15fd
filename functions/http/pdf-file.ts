/** Answers that are PDF files. */
import type { Context } from 'hono';

/** A file with personal data, which no cache may keep. */
export const pdfFile = (c: Context, name: string, file: Uint8Array<ArrayBuffer>) =>
  c.body(file, 200, {
    'Content-Type': 'application/pdf',
    'Content-Disposition': `attachment; filename="${name}"`,
    'Cache-Control': 'no-store',
  });
