/** Where the money of a returned cash order goes: a UPI id or a bank account in the shopper's own name. */
import { cleanCode, cleanId } from '#lib/clean.ts';
import { cleanText, maxTyped } from '#lib/clean-fields.ts';
import * as z from '#lib/schema.ts';

/** An identifier that is cleaned first. */
const cleaned = (clean: (typed: string) => string, pattern: RegExp, message: string) =>
  z
    .string({ error: message })
    .max(maxTyped, message)
    .transform(clean)
    .pipe(z.string().regex(pattern, message));

/** `name@bank`, as NPCI writes it: https://www.npci.org.in/what-we-do/upi/faqs */
const upiId = cleaned(
  (typed) => cleanId(typed).toLowerCase(),
  /^[a-z0-9._-]{2,64}@[a-z][a-z0-9]{1,40}$/,
  'Please enter your UPI ID, such as name@bank.',
);

const holder = cleanText(80, {
  missing: 'Please enter the name of the account’s owner.',
  tooLong: 'The name can have at most 80 characters.',
  unprintable: 'The name contains a control character.',
});

/** An account has 9 to 18 digits; an IFSC has four letters, a zero and six characters (Reserve Bank of India). */
export const payoutForm = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('upi'), upiId }),
  z.object({
    kind: z.literal('bank_transfer'),
    name: holder,
    account: cleaned(cleanCode, /^\d{9,18}$/, 'Please enter the account number: 9 to 18 digits.'),
    ifsc: cleaned(
      cleanCode,
      /^[A-Z]{4}0[A-Z0-9]{6}$/,
      'Please enter the IFSC of your bank, such as HDFC0001234.',
    ),
  }),
]);
export type Payout = z.output<typeof payoutForm>;

/** A payout on one line, for the operator who sends the money. */
export const payoutText = (payout: Payout): string =>
  payout.kind === 'upi'
    ? `UPI: ${payout.upiId}`
    : `Bank account of ${payout.name}: ${payout.account}, IFSC ${payout.ifsc}`;
