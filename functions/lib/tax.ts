/** `content/tax.yaml` in the Worker. */
import { type SQL, sql } from 'drizzle-orm';
import { placeOfSupply, type RegisteredBuyer } from 'gst/place-of-supply';
import { tax } from '#settings';

export { tax };

/** The place of supply of what the shop delivers to a state. @param buyer null for a consumer */
export const supplyTo = (state: string, buyer: RegisteredBuyer | null) =>
  placeOfSupply(tax.supplier.state, state, buyer);

/** The rate of a code, NULL without one. @param rates those of a day, by HSN @param hsn a column */
export const rateOf = (rates: Record<string, number>, hsn: SQL): SQL =>
  sql`json_extract(${JSON.stringify(rates)}, '$."' || ${hsn} || '"')`;
