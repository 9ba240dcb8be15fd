/** Session tokens: 256 random bits, opaque. Only their SHA-256 is stored (docs/behaviour.md, "Sessions"). */
import { createHash } from 'node:crypto';
import { sessionDays } from '#domain/accounts/account.ts';
import { oneDay } from '#lib/dates.ts';

/**
 * Guests' tokens have a prefix, so that routes for accounts refuse them without a query. A client cannot change the
 * kind of its token, since the stored hash includes the prefix.
 */
const guestPrefix = 'guest-';
/** Tokens of the links of orders. No route takes them for those of a person. */
const linkPrefix = 'order-';
const tokenPattern = /^(guest-)?[A-Za-z0-9_-]{43}$/;
const guestTokenPattern = /^guest-[A-Za-z0-9_-]{43}$/;
const linkTokenPattern = /^order-[A-Za-z0-9_-]{43}$/;

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

export const newToken = (): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');

export const newGuestToken = (): string => guestPrefix + newToken();

export const newLinkToken = (): string => linkPrefix + newToken();

/** Whether a token has the form of a guest's; its session may have ended. */
export const isGuestToken = (token: string | undefined): boolean =>
  token !== undefined && guestTokenPattern.test(token);

/** The hash that the database stores for a token; `undefined` for a text that is not a token. */
export const tokenHash = (token: string | undefined): string | undefined =>
  token && tokenPattern.test(token) ? sha256(token) : undefined;

/** The same for the token of an order's link. */
export const linkTokenHash = (token: string | undefined): string | undefined =>
  token && linkTokenPattern.test(token) ? sha256(token) : undefined;

/** Duration of a session, ms. */
export const sessionLife = sessionDays * oneDay;

/** An operator's session ends after this time without use of the desk, ms. */
export const operatorIdle = oneDay / 2;
