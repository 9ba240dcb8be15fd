/** Helpers of the account routes: the client, limits, and hashing. */
import type { Context } from 'hono';
import { SemaphoreTimeout } from '#lib/semaphore.ts';
import { deviceName } from '../accounts/device-name.ts';
import { unavailable } from '../lib/refusal.ts';
import type { FreeTries } from '../limits/sign-in.ts';
import { type Env, setting } from './env.ts';
import { clientNetworks } from './middleware.ts';

/** Refuses with 503 when the queue for hashing is full, so that clients do not wait without an answer. */
export async function unavailableWhenBusy<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof SemaphoreTimeout ? unavailable() : error;
  }
}

/** The client's networks and device, and the time. */
export const clientContext = (c: Context<Env>) => ({
  networks: clientNetworks(c.req),
  device: deviceName(c.req.header('user-agent')),
  now: c.get('now'),
});

/** Wrong passwords without a delay, for a signed-in person. */
export const freeTries = (c: Pick<Context<Env>, 'env'>): number => setting(c.env.LOGIN_FREE_TRIES, 5);

/** Wrong passwords without a delay, at signing in. */
export const freeSignIns = (c: Pick<Context<Env>, 'env'>): FreeTries => ({
  account: freeTries(c),
  network: setting(c.env.LOGIN_FREE_TRIES_PER_NETWORK, 20),
  everywhere: setting(c.env.LOGIN_FREE_TRIES_PER_ACCOUNT, 20),
});
