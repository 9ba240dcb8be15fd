/** What the routes about accounts share: who comes from where, on what, and how hashing is bounded. */
import type { Context } from 'hono';
import { NoTurn } from '#lib/turns.ts';
import { deviceOf } from '../accounts/device.ts';
import { log } from '../lib/log.ts';
import type { FreeTries } from '../limits/sign-in.ts';
import { type Env, setting } from './env.ts';
import { clientNetwork } from './middleware.ts';
import { type Refusal, tooMany, unavailable } from './refusal.ts';

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
  address: clientNetwork(c.req),
  device: deviceOf(c.req.header('user-agent')),
  now: c.get('now'),
});

/** For what an answer does not wait for. It may fail: that is logged, and nobody hears of it. */
export const afterwards =
  (c: Context<Env>) =>
  (work: Promise<unknown>): void =>
    c.executionCtx.waitUntil(
      work.catch((error: Error) => log('error', { requestId: c.get('requestId'), error: error.name })),
    );

/** Wrong passwords that cost no waiting, of whoever is signed in already. */
export const freeTries = (c: Pick<Context<Env>, 'env'>): number => setting(c.env.LOGIN_FREE_TRIES, 5);

/** Wrong passwords at signing in that cost no waiting. */
export const freeSignIns = (c: Pick<Context<Env>, 'env'>): FreeTries => ({
  account: freeTries(c),
  network: setting(c.env.LOGIN_FREE_TRIES_PER_NETWORK, 20),
  everywhere: setting(c.env.LOGIN_FREE_TRIES_PER_ACCOUNT, 20),
});

export const inWords = (seconds: number): string =>
  seconds < 60 ? `${seconds} second${seconds === 1 ? '' : 's'}` : `${Math.ceil(seconds / 60)} minutes`;

/** Too many wrong passwords. @param seconds until the next may be tried */
export const tooManyTries = (seconds: number): Refusal =>
  tooMany(seconds, `Too many tries. Please wait ${inWords(seconds)} and try again.`);
