/**
 * The place of supply (IGST Act 2017), which decides between CGST with SGST and IGST.
 *
 * - A consumer: the delivery address (section 10(1)(ca)).
 * - A registered buyer: the goods go to the delivery address on the buyer's direction, so it is the buyer's principal place
 *   of business, the state of the GSTIN (section 10(1)(b), "bill to, ship to"). Where that is the state of the delivery, the
 *   two are the same.
 * - The holder of a UIN is no registered person (CGST Act 2017, section 2(94)): the delivery address, as for a consumer.
 * - A buyer in a special economic zone: always inter-state, within the supplier's state too (section 7(5)(b)).
 */
import { gstinRules, otherTerritory } from './gstin.ts';
import type { Supply } from './split.ts';
import { stateCodes, stateTaxName } from './state-codes.ts';
import type { State } from './states.ts';

/** A state of India and its GST code. */
export type Place = { state: string; code: string };

/** A registered buyer. @property sez whether it is a unit or developer of a special economic zone */
export type RegisteredBuyer = { gstin: string; sez?: boolean | undefined };

/** @property stateTax what the state's part of the tax is called */
export type PlaceOfSupply = { place: Place; supply: Supply; stateTax: 'SGST' | 'UTGST' };

export const placeOf = (state: string): Place => ({ state, code: stateCodes[state as State] ?? '' });

/** What stands for a state on the papers of a number of the sea. */
export const otherTerritoryName = 'Other Territory';

/** The state in which a number is registered; undefined for one that belongs to none. */
export function placeOfGstin(gstin: string): Place | undefined {
  const code = gstin.slice(0, 2);
  if (code === otherTerritory) return { state: otherTerritoryName, code };
  const [state] = Object.entries(stateCodes).find(([, one]) => one === code) ?? [];
  return state === undefined ? undefined : { state, code };
}

/** @param supplier its state @param delivery state of the delivery address @param buyer null for a consumer */
export function placeOfSupply(
  supplier: string,
  delivery: string,
  buyer: RegisteredBuyer | null,
): PlaceOfSupply {
  const decides = buyer && gstinRules(buyer.gstin).place === 'number' ? placeOfGstin(buyer.gstin) : undefined;
  const place = decides ?? placeOf(delivery);
  return {
    place,
    supply: place.state === supplier && !buyer?.sez ? 'intra' : 'inter',
    stateTax: stateTaxName(place.state as State),
  };
}

/** The names of the taxes on an invoice: `CGST and SGST`, `IGST`. */
export const taxNames = ({ supply, stateTax }: Pick<PlaceOfSupply, 'supply' | 'stateTax'>): string =>
  supply === 'inter' ? 'IGST' : `CGST and ${stateTax}`;
