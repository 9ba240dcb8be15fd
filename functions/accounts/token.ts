/** Session tokens: 256 random bits, opaque. Only their SHA-256 is stored (decisions, "Accounts and roles"). */
import { oneDay } from '#lib/dates.ts';

const shape = /^[A-Za-z0-9_-]{43}$/;

export const sha256 = async (text: string): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).toString('base64url');

export const newToken = (): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');

/** What the database knows a token by; undefined for what cannot be one of ours. */
export const tokenHash = async (token: string | undefined): Promise<string | undefined> =>
  token && shape.test(token) ? sha256(token) : undefined;

/** Days that a session lasts, as ms. */
export const sessionLife = 30 * oneDay;
