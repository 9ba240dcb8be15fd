/** `content/tax.yaml` in the Worker: bundled as text, read once when an isolate starts. */
import { type SQL, sql } from 'drizzle-orm';
import { parse } from 'yaml';
import { placeOfSupply, type RegisteredBuyer } from '#domain/tax/place-of-supply.ts';
import { taxContent } from '#domain/tax/tax.ts';
import text from '../../content/tax.yaml';

export const tax = taxContent.parse(parse(text, { customTags: ['timestamp'] }));

/** The place of supply of what the shop delivers to a state. @param buyer null for a consumer */
export const supplyTo = (state: string, buyer: RegisteredBuyer | null) =>
  placeOfSupply(tax.supplier.state, state, buyer);

/** The rate of a code, NULL without one. @param rates those of a day, by HSN @param hsn a column */
export const rateOf = (rates: Record<string, number>, hsn: SQL): SQL =>
  sql`json_extract(${JSON.stringify(rates)}, '$."' || ${hsn} || '"')`;
