/**
 * Counters of failed sign-ins (docs/behaviour.md, "Failed sign-ins"). A device that has signed in to the account before
 * has its own counter, so that strangers cannot lock the owner out. All others use three counters: for the account and
 * the network, for the network (with a high limit, since phones in India share addresses), and for the account.
 */

import { type SQL, sql } from 'drizzle-orm';
import { attempts } from '#db/schema/index.ts';
import { oneHour } from '#lib/dates.ts';
import { type Network, widestOf } from '../lib/network.ts';
import { attemptKey, type Counted, passwordLimit } from './attempts.ts';

/** Attempts without a wait: of an account by one network or device; of a network; of an account by all networks. */
export type FreeTries = { account: number; network: number; everywhere: number };

/** Prefix of the keys of all sign-in counters of an account. */
const keyPrefix = (email: string): string => attemptKey('login', email);

/** The waits of a network are short, since most people who share it have failed no sign-in. */
const networkLimit = (free: number) => ({ free, firstWait: 1_000, longestWait: 60_000, expiry: oneHour });

type Counters = {
  /** Deleted after a right password. */
  own: Counted & { counter: string };
  /** A right password returns only its own attempt, since the others may be a stranger's. */
  shared: readonly (Counted & { counter: string })[];
};

/** Counters for a known device. @param device SHA-256 of its token */
export const deviceCounters = (email: string, device: string, { account }: FreeTries): Counters => ({
  own: {
    counter: `${keyPrefix(email)}.${attemptKey('device', email, device)}`,
    limit: passwordLimit(account),
  },
  shared: [],
});

/** Counters for all others. */
export const strangerCounters = (email: string, networks: readonly Network[], free: FreeTries): Counters => ({
  own: {
    counter: `${keyPrefix(email)}.${attemptKey('login', email, widestOf(networks))}`,
    limit: passwordLimit(free.account),
  },
  shared: [
    ...networks.map(({ name, share }) => ({
      counter: attemptKey('login-network', name),
      limit: networkLimit(Math.ceil(free.network * share)),
    })),
    { counter: `${keyPrefix(email)}.everywhere`, limit: passwordLimit(free.everywhere) },
  ],
});

/** Condition: a counter of sign-ins to this account, from any network or device. */
export const isSignInCounter = (email: string): SQL => sql`${attempts.key} GLOB ${`${keyPrefix(email)}.*`}`;
