/** Accounts: what a person gives to sign up and in, and what the API says of them (docs/behaviour.md 9.2 to 9.14). */

import { emailField } from '#features/addresses/address.ts';
import type { ApiAddress } from '#features/orders/order.ts';
import { z } from '#lib/schema.ts';
import { oneLine } from '#lib/text.ts';

export const roles = ['shopper', 'operator'] as const;
export type Role = (typeof roles)[number];

/** Days that a session lasts. */
export const sessionDays = 30;

/** Lengths in characters; longer ones would only cost time to hash (docs/behaviour.md 9.2). */
export const passwordLength = { min: 8, max: 128 } as const;

const name = z
  .string({ error: 'Please enter your name' })
  .trim()
  .min(1, 'Please enter your name')
  .max(80, 'Your name can have at most 80 characters')
  .regex(oneLine, 'Your name contains a character that we cannot print');

const newPassword = z
  .string({ error: 'Please choose a password' })
  .min(passwordLength.min, `Please use at least ${passwordLength.min} characters`)
  .max(passwordLength.max, `Please use at most ${passwordLength.max} characters`);

/** Of a password that is there already: no rules here, only that there is one. */
const anyPassword = z
  .string({ error: 'Please enter your password' })
  .min(1, 'Please enter your password')
  .max(1024, 'Please enter your password');

/** A code of the second factor, or a recovery code; only accounts that have one need it. */
export const factorCode = z.string().trim().max(40, 'This is not a code').optional();

/** What a mailed link carries. Whether it is ours, the database knows. */
const linkToken = z
  .string({ error: 'Please open the link in our letter' })
  .max(1024, 'Please open the link in our letter');

/** What the device keeps since an earlier sign-in (functions/accounts/known-device.ts). */
const device = z.string().max(100).optional();

/** POST /api/user/register */
export const registration = z.object({ name, email: emailField, password: newPassword, device });

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

/** POST /api/user/second-factor/confirm */
export const confirmFactorForm = z.object({
  password: anyPassword,
  secret: z.string('is not a secret').regex(/^[A-Z2-7]{32}$/, 'is not a secret'),
  code: z
    .string({ error: 'Please enter the code that the app shows' })
    .trim()
    .regex(/^\d{3}\s?\d{3}$/, 'Please enter the 6 digits that the app shows'),
});

/** The signed-in person, as `GET /api/user/me` answers. @property name empty until its owner has said it */
export type ApiUser = { name: string; email: string; role: Role; verified: boolean };

/** An address of the account's book, as `GET /api/user/addresses` answers; the last used comes first. */
export type SavedAddress = ApiAddress & { id: string };

/** Where an account is signed in. @property since ISO 8601 UTC @property current it is the one that asks */
export type ApiSession = { id: string; device: string; since: string; current: boolean };
