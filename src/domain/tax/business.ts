/**
 * A business that orders: one schema for the form in the browser and for the API (docs/behaviour.md,
 * "Delivery address").
 */

import { gstinProblem, gstinRules } from 'gst/gstin';
import { otherTerritoryName, placeOfGstin } from 'gst/place-of-supply';
import type { State } from 'gst/states';
import { pincodeField } from '#domain/addresses/address.ts';
import type { PincodeArea } from '#domain/delivery/pincodes.ts';
import { stateProblem } from '#domain/delivery/state-problem.ts';
import { cleanCode } from '#lib/clean.ts';
import { cleanText, maxTyped } from '#lib/clean-fields.ts';
import * as z from '#lib/schema.ts';

const registered = (label: string, max: number, options?: Parameters<typeof cleanText>[2]) =>
  cleanText(
    max,
    {
      missing: `Please enter the ${label}`,
      tooLong: `The ${label} can have at most ${max} characters`,
      unprintable: `The ${label} contains a character that we cannot print`,
    },
    options,
  );

export const businessForm = z.object({
  /** As people type it; the result is normalised. */
  gstin: z
    .string('Please enter the GSTIN')
    .max(maxTyped, 'A GSTIN has 15 characters')
    .transform(cleanCode)
    .superRefine((gstin, context) => {
      const message = gstinProblem(gstin);
      if (message) context.addIssue({ code: 'custom', message });
    }),
  businessName: registered('name of the business', 120),
  /** Whether it is a unit or developer of a special economic zone. */
  sez: z.boolean().optional(),
  /**
   * The principal place of business of the GSTIN (CGST Rules 2017, rule 46(d)), as on the certificate; its state follows from
   * the GSTIN ({@link registeredState}). Line breaks become commas.
   */
  registeredAddress: registered('registered address', 200, { lineBreak: ', ' }),
  registeredCity: registered('city of the registered address', 80),
  registeredZipcode: pincodeField,
});

export type Business = z.output<typeof businessForm>;

/** The business of an order. Orders from before the registered address was asked for have none. */
export type OrderBusiness = Pick<Business, 'gstin' | 'businessName' | 'sez'> &
  Partial<Pick<Business, 'registeredAddress' | 'registeredCity' | 'registeredZipcode'>>;

/** The address as an order stores it. */
export type RegisteredAddress = { address: string; city: string; state: string; zipcode: string };

/** The state in which a GSTIN is registered: its first two digits. Empty for a number that belongs to no state. */
export const registeredState = (gstin: string): string => placeOfGstin(gstin)?.state ?? '';

/** The fields that {@link businessProblems} compares. */
type Compared = Pick<Business, 'gstin' | 'sez' | 'registeredZipcode'>;

/**
 * What contradicts itself in the fields of a business, by the field: the pincode of the registered address is that of the
 * GSTIN's state, and only a regular number is in a special economic zone.
 * @param area what the directory says of the pincode; anything else if it says nothing
 */
export function businessProblems(
  { gstin, sez, registeredZipcode }: Compared,
  area: PincodeArea | string | undefined,
): Partial<Record<'gstin' | 'registeredZipcode', string>> {
  // A number that is not taken says what is wrong itself.
  if (gstinProblem(gstin)) return {};
  const state = registeredState(gstin);
  const isState = state !== '' && state !== otherTerritoryName;
  const wrong = isState ? stateProblem(registeredZipcode, area, state as State) : undefined;
  return {
    ...(sez &&
      !gstinRules(gstin).sez && { gstin: 'A number of this kind is not in a special economic zone' }),
    ...(wrong && {
      registeredZipcode: `The pincode ${registeredZipcode} is in ${wrong.states.join(' or ')}, but the GSTIN is registered in ${state}. Please enter the address of the registration certificate.`,
    }),
  };
}
