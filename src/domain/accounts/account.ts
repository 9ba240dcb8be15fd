/** Accounts: the schemas of their forms, and their responses of the API (docs/behaviour.md, "Accounts"). */
import { addressForm, emailField } from '#domain/addresses/address.ts';
import type { ApiAddress } from '#domain/orders/order.ts';
import { cleanCode, cleanId } from '#lib/clean.ts';
import { cleanText, maxTyped } from '#lib/clean-fields.ts';
import * as z from '#lib/schema.ts';

export const roles = ['shopper', 'operator'] as const;
export type Role = (typeof roles)[number];

/** Lifetime of a session, days. */
export const sessionDays = 30;

/** Lifetime of a link to choose another password, minutes. */
export const resetMinutes = 30;

/** Lengths in characters; longer passwords only take longer to hash (docs/behaviour.md, "Passwords"). */
export const passwordLength = { min: 8, max: 128 } as const;

const nameUpTo = (max: number) =>
  cleanText(max, {
    missing: 'Please enter your name',
    tooLong: `Your name can have at most ${max} characters`,
    unprintable: 'Your name contains a character that we cannot print',
  });
const name = nameUpTo(80);

const newPassword = z
  .string({ error: 'Please choose a password' })
  .min(passwordLength.min, `Please use at least ${passwordLength.min} characters`)
  .max(passwordLength.max, `Please use at most ${passwordLength.max} characters`);

/** An existing password: it only has to be present. */
const anyPassword = z
  .string({ error: 'Please enter your password' })
  .min(1, 'Please enter your password')
  .max(1024, 'Please enter your password');

/** A code of the second factor, or a recovery code; only accounts with a second factor need it. */
export const factorCode = z
  .string()
  .max(maxTyped, 'This is not a code')
  .transform(cleanId)
  .pipe(z.string().max(40, 'This is not a code'))
  .optional();

/** The token of a link in an email. */
const linkToken = z
  .string({ error: 'Please open the link in our email' })
  .max(1024, 'Please open the link in our email');

/** The part after `/order#` of the link in the emails about a guest's order. */
const orderLink = z
  .string({ error: 'Please open the link in our email' })
  .max(200, 'Please open the link in our email');

/** The token of a known device (functions/accounts/known-device.ts). */
const device = z.string().max(100).optional();

/** POST /api/user/register */
export const registration = z.object({ name, email: emailField, password: newPassword, device });

/** POST /api/user/guest. @property name first and last name of the delivery address, which have 60 characters each */
export const guestForm = z.object({ name: nameUpTo(121), email: emailField, phone: addressForm.shape.phone });

/** POST /api/order/open and /join */
export const orderLinkForm = z.object({ link: orderLink });

/** POST /api/user/claim: a password, a link, or both. */
export const claimForm = z
  .object({ password: newPassword.optional(), link: orderLink.optional(), device })
  .refine(({ password, link }) => password !== undefined || link !== undefined, {
    path: ['password'],
    message: 'Please choose a password',
  });

/** POST /api/user/login */
export const credentials = z.object({ email: emailField, password: anyPassword, code: factorCode, device });

/** POST /api/user/forgot */
export const forgotForm = z.object({ email: emailField });

/** POST /api/user/reset */
export const resetForm = z.object({ token: linkToken, password: newPassword, device });

/** POST /api/user/name */
export const nameForm = z.object({ name });

/** POST /api/user/password */
export const passwordForm = z.object({ current: anyPassword, password: newPassword, code: factorCode });

/** POST /api/user/email */
export const emailForm = z.object({ email: emailField, password: anyPassword, code: factorCode });

/** POST /api/user/email/confirm */
export const emailLink = z.object({ token: linkToken });

/** POST /api/user/delete */
export const deleteForm = z.object({ password: anyPassword, code: factorCode });

/** POST /api/user/export, /second-factor/begin and /recovery-codes */
export const proofForm = z.object({ password: anyPassword, code: factorCode });

/** @param where `that the app shows` */
const sixDigits = (where: string) =>
  z
    .string({ error: `Please enter the code ${where}` })
    .max(maxTyped, `Please enter the 6 digits ${where}`)
    .transform(cleanCode)
    .pipe(z.string().regex(/^\d{6}$/, `Please enter the 6 digits ${where}`));

/** POST /api/order/prove */
export const orderCodeForm = z.object({ code: sixDigits('of our email') });

/** POST /api/user/second-factor/confirm */
export const confirmFactorForm = z.object({
  password: anyPassword,
  secret: z.string('is not a secret').regex(/^[A-Z2-7]{32}$/, 'is not a secret'),
  code: sixDigits('that the app shows'),
});

/** The account or guest in `GET /api/user/me`. @property name empty until it was entered */
export type ApiUser = { name: string; email: string; role: Role | 'guest'; verified: boolean };

/** A saved address in `GET /api/user/addresses`; the last used one comes first. */
export type SavedAddress = ApiAddress & { id: string };

/** A session of an account. @property since ISO 8601 UTC @property current whether it is this session */
export type ApiSession = { id: string; device: string; since: string; current: boolean };
