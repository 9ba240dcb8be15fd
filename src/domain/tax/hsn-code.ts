/** A code of the Harmonised System of Nomenclature: invoices print six digits. */
import * as z from 'zod';

/** Six digits, as content has them. */
export const sixDigits = z
  .string("must be in quotes, such as '330499'")
  .regex(/^\d{6}$/, 'must be a code of six digits');

/** The code of a product, with which it is invoiced. */
export const hsnCode = sixDigits.meta({ refersTo: 'rate' });
