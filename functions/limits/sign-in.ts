/**
 * How failed sign-ins are counted (docs/behaviour.md 9.6). A device that has signed in to the account before
 * has a count of its own, so that nobody can lock the owner out. All others are counted three ways: for the account
 * and their network, for their network (generous, since phones in India share addresses), and for the account.
 */
import { type SQL, sql } from 'drizzle-orm';
import { attempts } from '#db/schema/index.ts';
import { attemptKey, type Counted, passwordLimit } from './attempts.ts';

const hour = 60 * 60 * 1000;

/** Tries that cost no waiting: of an account by one network or device; of a network; of an account by all networks. */
export type FreeTries = { account: number; network: number; everywhere: number };

/** What all counters of sign-ins to an account begin with. */
const prefixOf = (email: string): string => attemptKey('login', email);

/** A network's wait ends soon and is soon forgotten: most of those who share it have done nothing. */
const networkLimit = (free: number) => ({ free, firstWait: 1_000, longestWait: 60_000, memory: hour });

type Counters = {
  /** Forgotten with a right password. */
  own: Counted & { counter: string };
  /** Given back one try: the others may be a stranger's. */
  shared: readonly (Counted & { counter: string })[];
};

/** Counters of a device that the account knows. @param device SHA-256 of its token */
export const deviceCounters = (email: string, device: string, { account }: FreeTries): Counters => ({
  own: {
    counter: `${prefixOf(email)}.${attemptKey('device', email, device)}`,
    limit: passwordLimit(account),
  },
  shared: [],
});

/** Counters of everybody else. */
export const strangerCounters = (email: string, network: string, free: FreeTries): Counters => ({
  own: {
    counter: `${prefixOf(email)}.${attemptKey('login', email, network)}`,
    limit: passwordLimit(free.account),
  },
  shared: [
    { counter: attemptKey('login-network', network), limit: networkLimit(free.network) },
    { counter: `${prefixOf(email)}.everywhere`, limit: passwordLimit(free.everywhere) },
  ],
});

/** Condition: a counter of sign-ins to this account, wherever they came from. */
export const isLoginOf = (email: string): SQL => sql`${attempts.key} GLOB ${`${prefixOf(email)}.*`}`;
