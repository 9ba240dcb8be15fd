/** The delivery address: one schema for the form in the browser and for the API (docs/behaviour.md 5.2). */
import * as z from '#lib/schema.ts';
import { oneLine } from '#lib/text.ts';
import { states } from './states.ts';

/** One line of text without control characters, which could break email headers or labels. */
const text = (label: string, max: number) =>
  z
    .string({ error: `Please enter your ${label}` })
    .trim()
    .min(1, `Please enter your ${label}`)
    .max(max, `Your ${label} can have at most ${max} characters`)
    .regex(oneLine, `Your ${label} contains a character that we cannot print`);

/** The ten digits of an Indian mobile number, as people write it: `+91 98765 43210`, `098765-43210`. */
const tenDigits = (typed: string): string =>
  typed.replace(/[\s().-]/g, '').replace(/^(?:\+91|0091|91(?=\d{10}$)|0(?=\d{10}$))/, '');

/** A mobile number; the result is its ten digits. */
export const phoneField = z
  .string({ error: 'Please enter your mobile number' })
  .transform(tenDigits)
  .pipe(z.string().regex(/^[6-9]\d{9}$/, 'Please enter a 10-digit mobile number'));

/** A pincode, which some write `560 001`; the result is its six digits. */
export const pincodeField = z
  .string({ error: 'Please enter your pincode' })
  .transform((typed) => typed.replace(/\s/g, ''))
  .pipe(z.string().regex(/^[1-9]\d{5}$/, 'Please enter a 6-digit pincode'));

export const emailField = z
  .string({ error: 'Please enter your email address' })
  .trim()
  .toLowerCase()
  .min(1, 'Please enter your email address')
  .max(254, 'Please enter a valid email address')
  .pipe(z.email('Please enter a valid email address'));

/** The address form. It has no country: we ship within India, and the server sets it (docs/behaviour.md 5.2). */
export const addressForm = z.object({
  firstName: text('first name', 60),
  lastName: text('last name', 60),
  address: text('address', 200),
  city: text('city', 80),
  state: z.enum(states, { error: 'Please choose your state' }),
  zipcode: pincodeField,
  phone: phoneField,
  email: emailField,
  /** Whether to save the address for the next order. */
  saveInfo: z.boolean().optional(),
});

export type AddressForm = z.input<typeof addressForm>;
export type DeliveryAddress = z.output<typeof addressForm>;
