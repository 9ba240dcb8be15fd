/** Accounts: what a person gives to sign up and in, and what the API says of them (spec section 5). */
import { z } from 'zod';
import { emailField } from '#features/checkout/address.ts';
import { oneLine } from '#lib/text.ts';

export const roles = ['shopper', 'operator'] as const;
export type Role = (typeof roles)[number];

/** Lengths in characters; longer ones would only cost time to hash (decisions, "Accounts and roles"). */
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

/** POST /api/user/register */
export const registration = z.object({ name, email: emailField, password: newPassword });

/** POST /api/user/login: no rules for the password here, only that there is one. */
export const credentials = z.object({
  email: emailField,
  password: z.string({ error: 'Please enter your password' }).min(1, 'Please enter your password').max(1024),
});

/** The signed-in person, as `GET /api/user/me` answers. */
export type ApiUser = { name: string; email: string; role: Role };
