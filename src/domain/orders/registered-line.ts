import type { OrderBusiness } from '#domain/tax/business.ts';

/** The registered address of a business in a line, without its state, which its GSTIN says; empty where it is not known. */
export const registeredLine = ({
  registeredAddress,
  registeredCity,
  registeredZipcode,
}: OrderBusiness): string =>
  registeredAddress ? `${registeredAddress}, ${registeredCity} ${registeredZipcode}` : '';
