/**
 * The delivery address: one schema for the form in the browser and for the API (docs/behaviour.md, "Delivery address").
 */

import { states } from 'gst/states';
import { cleanCode, cleanEmail, cleanPhone } from '#lib/clean.ts';
import { cleanText, maxTyped } from '#lib/clean-fields.ts';
import * as z from '#lib/schema.ts';

const text = (label: string, max: number, options?: Parameters<typeof cleanText>[2]) =>
  cleanText(
    max,
    {
      missing: `Please enter your ${label}`,
      tooLong: `Your ${label} can have at most ${max} characters`,
      unprintable: `Your ${label} contains a character that we cannot print`,
    },
    options,
  );

/** A mobile number; the result is its ten digits. */
export const phoneField = z
  .string({ error: 'Please enter your mobile number' })
  .max(maxTyped, 'Please enter a 10-digit mobile number')
  .transform(cleanPhone)
  .pipe(z.string().regex(/^[6-9]\d{9}$/, 'Please enter a 10-digit mobile number'));

/** A pincode, which some write `560 001`; the result is its six digits. */
export const pincodeField = z
  .string({ error: 'Please enter your pincode' })
  .max(maxTyped, 'Please enter a 6-digit pincode')
  .transform(cleanCode)
  .pipe(z.string().regex(/^[1-9]\d{5}$/, 'Please enter a 6-digit pincode'));

export const emailField = z
  .string({ error: 'Please enter your email address' })
  .max(maxTyped, 'Please enter a valid email address')
  .transform(cleanEmail)
  .pipe(
    z
      .string()
      .min(1, 'Please enter your email address')
      .max(254, 'Please enter a valid email address')
      .pipe(z.email('Please enter a valid email address')),
  );

/** Of an order by phone: the link to the order goes to the phone then. */
export const optionalEmail = z
  .string({ error: 'Please enter a valid email address' })
  .max(maxTyped, 'Please enter a valid email address')
  .refine((typed) => !cleanEmail(typed) || emailField.safeParse(typed).success, {
    error: 'Please enter a valid email address',
  })
  .transform(cleanEmail);

/**
 * The fields of the address form; {@link named} completes it. It has no country: we ship within India, and the server
 * sets it (docs/behaviour.md, "Delivery address").
 */
export const addressForm = z.object({
  firstName: text('first name', 60),
  /** Empty only where the person says so: {@link named} checks it. */
  lastName: text('last name', 60, { min: 0 }),
  /** The person has one name, which is `firstName`. It is not stored: an empty last name says the same. */
  mononym: z
    .boolean()
    .optional()
    .transform((one) => one || undefined),
  /** Line breaks become commas: browsers and contacts have an address in several lines. */
  address: text('address', 200, { lineBreak: ', ' }),
  city: text('city', 80),
  state: z.enum(states, { error: 'Please choose your state' }),
  zipcode: pincodeField,
  phone: phoneField,
  email: emailField,
  /** Whether to save the address for the next order. */
  saveInfo: z.boolean().optional(),
});

/** An address form that asks for the last name, but not of a person who has one name. */
export const named = <Form extends z.ZodType<{ lastName: string; mononym?: boolean | undefined }>>(
  form: Form,
) =>
  form.refine(({ lastName, mononym }) => lastName !== '' || mononym === true, {
    path: ['lastName'],
    error: 'Please enter your last name',
    // Also beside the errors of other fields.
    when: ({ value }) => typeof (value as { lastName?: unknown } | null)?.lastName === 'string',
  });

export type AddressForm = z.input<typeof addressForm>;
export type DeliveryAddress = z.output<typeof addressForm>;
