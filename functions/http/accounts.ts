/** What the routes about accounts share: who comes from where, on what, and how hashing is bounded. */
import type { Context } from 'hono';
import { NoTurn } from '#lib/turns.ts';
import { deviceOf } from '../accounts/device.ts';
import { type Env, setting } from '../env.ts';
import { addressOf } from './middleware.ts';
import { Refusal, tooMany, unavailable } from './refusal.ts';

/** Hashing is bounded; who comes when the queue is full is asked to come again, not to wait unheard. */
export async function hashing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof NoTurn ? unavailable() : error;
  }
}

/** From where, on what and when somebody comes. */
export const here = (c: Context<Env>) => ({
  address: addressOf(c.req),
  device: deviceOf(c.req.header('user-agent')),
  now: c.get('now'),
});

/** Wrong passwords that cost no waiting. */
export const freeTries = (c: Pick<Context<Env>, 'env'>): number => setting(c.env.LOGIN_FREE_TRIES, 5);

/** Shorter keys could be guessed: `openssl rand -base64 32` prints 44 characters. */
const shortestKey = 32;

/** The key of functions/accounts/email-hash.ts. @throws Refusal 503 where none is set; the log names the setting */
export function emailHashKey({ env: { EMAIL_HASH_KEY: key } }: Pick<Context<Env>, 'env'>): string {
  if (key && key.length >= shortestKey) return key;
  const refusal = new Refusal(
    503,
    'not_configured',
    'This is not possible at the moment. Please try again later, or write to us.',
    {},
    { 'Retry-After': '3600' },
  );
  refusal.cause = new Error(`EMAIL_HASH_KEY is not set, or has fewer than ${shortestKey} characters`);
  throw refusal;
}

export const inWords = (seconds: number): string =>
  seconds < 60 ? `${seconds} second${seconds === 1 ? '' : 's'}` : `${Math.ceil(seconds / 60)} minutes`;

/** Too many wrong passwords. @param seconds until the next may be tried */
export const tooManyTries = (seconds: number): Refusal =>
  tooMany(seconds, `Too many tries. Please wait ${inWords(seconds)} and try again.`);
