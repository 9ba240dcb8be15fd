/**
 * `content/imported.jsonl`: what the last import wrote, a line for each product. With it, a second import knows what an
 * editor has changed, and an interrupted one what it has done: lines are added while it runs, and the last one of a
 * product counts.
 */
import { refuseFile } from 'shop-import/problem';
import * as z from 'zod';
import { productId } from '#domain/catalogue/product-id.ts';

/** In `content/`. */
export const recordFile = 'imported.jsonl';

const recordedProduct = z.strictObject({
  /** What names it in the export. */
  key: z.string(),
  id: productId,
  /** SKUs of all that is sold of it: a product whose handle has changed is found by them. */
  skus: z.array(z.string()).optional(),
  /** The last part of the id of the size or shade that has the id of the product. */
  main: z.string().optional(),
  /** Files in its folder by the addresses of the pictures. */
  pictures: z.record(z.string(), z.string()),
  /** Texts of the export that the shop has no field for, by heading. */
  kept: z.record(z.string(), z.string()),
  /** Fingerprints of what the export said, by place. */
  said: z.record(z.string(), z.string()),
});

export type RecordedProduct = z.output<typeof recordedProduct>;
/** What the export said, as the record has it before it is shortened to a fingerprint. */
export const saidText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

export const recordLine = (product: RecordedProduct): string => `${JSON.stringify(product)}\n`;

/** @throws ImportRefused naming the line. A last line that was cut off is left out: its product is written again. */
export function readRecord(text: string): Map<string, RecordedProduct> {
  const lines = text.split('\n');
  const record = new Map<string, RecordedProduct>();
  const keys = new Map<string, string>();
  for (const [place, line] of lines.entries()) {
    if (!line) continue;
    let json: unknown;
    try {
      json = JSON.parse(line);
    } catch {
      if (place === lines.length - 1) continue;
    }
    const read = recordedProduct.safeParse(json);
    if (!read.success)
      throw refuseFile(`content/${recordFile} was changed by hand and cannot be read. Please restore it.`, {
        row: place + 1,
      });
    const { key, id } = read.data;
    // The last line of a product counts, also when its key has changed.
    const former = keys.get(id);
    if (former !== undefined && former !== key) record.delete(former);
    keys.set(id, key);
    record.set(key, read.data);
  }
  return record;
}
