/** Session tokens: 256 random bits, opaque. Only their SHA-256 is stored (docs/behaviour.md 9.3). */
import { createHash } from 'node:crypto';
import { sessionDays } from '#features/accounts/account.ts';
import { oneDay } from '#lib/dates.ts';

const shape = /^[A-Za-z0-9_-]{43}$/;

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

export const newToken = (): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');

/** What the database knows a token by; undefined for what cannot be one of ours. */
export const tokenHash = (token: string | undefined): string | undefined =>
  token && shape.test(token) ? sha256(token) : undefined;

/** How long a session lasts, ms. */
export const sessionLife = sessionDays * oneDay;

/** An operator's session ends when the desk was not used for so long, ms. */
export const operatorIdle = oneDay / 2;
