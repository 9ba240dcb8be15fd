/** `content/tax.yaml` in the Worker: bundled as text, read once when an isolate starts. */
import { type SQL, sql } from 'drizzle-orm';
import { parse } from 'yaml';
import { taxContent } from '#features/tax/tax.ts';
import text from '../../content/tax.yaml';

export const tax = taxContent.parse(parse(text, { customTags: ['timestamp'] }));

/** The rate of a code, NULL without one. @param rates those of a day, by HSN @param hsn a column */
export const rateOf = (rates: Record<string, number>, hsn: SQL): SQL =>
  sql`json_extract(${JSON.stringify(rates)}, '$."' || ${hsn} || '"')`;
