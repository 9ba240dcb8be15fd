/** The discount code and the unsubscribe token of the welcome email. */
import { tailLength } from '#domain/pricing/coupon.ts';
import { randomCharacters } from '../lib/random.ts';
import { attemptKey } from '../limits/attempts.ts';

/** 32 characters, five random bits each, without those that look alike: no 0, O, 1 or I. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** `HARITA-7K2M9QXD`: the shop's name, and 40 random bits. @param name the shop's */
export function newCode(name: string): string {
  const prefix = name
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, 20);
  return `${prefix || 'WELCOME'}-${randomCharacters(alphabet, tailLength)}`;
}

/** Cause of the welcome email to a mailbox (lib/mailbox.ts); of older ones, to an address. */
export const welcomeCause = (email: string): string => `welcome:${attemptKey('welcome', email)}`;

/** 128 random bits. */
export const newLinkToken = (): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64url');

export const isLinkToken = (text: string): boolean => /^[A-Za-z0-9_-]{22}$/.test(text);
