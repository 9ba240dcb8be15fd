/** Passwords: scrypt at the smallest parameters that OWASP's Password Storage Cheat Sheet lists. */
import { scrypt, timingSafeEqual } from 'node:crypto';
import type { Role } from '#domain/accounts/account.ts';
import { Semaphore, SemaphoreTimeout } from '#lib/semaphore.ts';

/**
 * 32 MiB and about 0.2 s a hash; 2^17 would take a whole isolate's memory. CHEAP_HASHES is for tests and has no effect
 * unless the database is on this machine's loopback. Deploying refuses it.
 */
const forTests =
  process.env.CHEAP_HASHES && /^http:\/\/127\.0\.0\.1[:/]/.test(process.env.DATABASE_URL ?? '');
const cost = forTests ? { N: 2 ** 10, r: 8, p: 1 } : { N: 2 ** 15, r: 8, p: 3 };
const memory = 64 * 1024 * 1024;

/**
 * Limits hashing in an isolate. A hash blocks the isolate for 0.2 s, so only one of a lane runs at a time, at a pace that
 * leaves most of the time to orders. Requests with a session, a known device or an emailed link use the lane `known`, so
 * they do not wait behind strangers; those of operators have a lane that no shopper can fill.
 */
const maxWaiting = 8;
const queue = { limit: 1, maxWaiting, maxHold: 10_000, pace: { burst: 1_000, share: 0.25 } };
const lanes = { operator: new Semaphore(queue), known: new Semaphore(queue), stranger: new Semaphore(queue) };
type HashLane = keyof typeof lanes;
/** The lane of a session or a known device. */
export const laneOfRole = (role: Role): HashLane => (role === 'operator' ? 'operator' : 'known');
/** Operators and known shoppers hash one at a time: with the strangers' hash there are two of 32 MiB in memory. */
const known = new Semaphore({ limit: 1, maxWaiting: 2, maxHold: 10_000 });

/** Longest wait for a hash, ms. */
const maxWait = 8_000;

/** Places of a lane, the running hash among them, that one network may take, and one account in the lane `known`. */
const placesOf = { network: Math.ceil((maxWaiting + 1) / 2), account: 2 };
/** A taken place. @property until at the latest, UTC ms: the runtime may have ended its request */
type Place = { until: number };
/** Taken places by lane and whose they are. */
const taken = new Map<string, Set<Place>>();

/** Who has a hash made. @property account its id, if a session or a known device says that the client is its owner */
export type HashFor = { lane: HashLane; network: string; account?: string | undefined };

/** The command line. */
const ourselves: HashFor = { lane: 'operator', network: '' };

/** The shares of a lane that a hash counts towards, with their sizes. Operators are few, and not to be slowed. */
const sharesOf = ({ lane, network, account }: HashFor): [key: string, places: number][] =>
  lane === 'operator'
    ? []
    : [
        [`${lane} network ${network}`, placesOf.network],
        ...(account ? ([[`${lane} account ${account}`, placesOf.account]] as [string, number][]) : []),
      ];

/** Places that are taken now. */
function takenOf(key: string): Set<Place> {
  const places = taken.get(key) ?? new Set();
  for (const place of places) if (place.until <= Date.now()) places.delete(place);
  return places;
}

/**
 * To be called before anything is written.
 * @throws SemaphoreTimeout when the queue of the lane is full, or as much of it as one network or account may take
 */
export function requireHashPermit(who: HashFor): void {
  if (lanes[who.lane].isFull || sharesOf(who).some(([key, places]) => takenOf(key).size >= places))
    throw new SemaphoreTimeout('too many hashes are waiting');
}

/** Runs a hash in its lane. @throws SemaphoreTimeout as {@link requireHashPermit}, and after {@link maxWait} */
async function inLane<T>(who: HashFor, work: () => Promise<T>): Promise<T> {
  requireHashPermit(who);
  const { lane } = who;
  const keys = sharesOf(who).map(([key]) => key);
  const place = { until: Date.now() + maxWait + queue.maxHold };
  for (const key of keys) taken.set(key, takenOf(key).add(place));
  try {
    return await lanes[lane].run(() => (lane === 'stranger' ? work() : known.run(work, maxWait)), maxWait);
  } finally {
    for (const key of keys) {
      const places = takenOf(key);
      places.delete(place);
      if (!places.size) taken.delete(key);
    }
  }
}

let hashCount = 0;
/** Hashes that this isolate has started. Tests count them, to prove equal work without measuring time. */
export const getHashCount = (): number => hashCount;

const derive = (
  who: HashFor,
  password: string,
  salt: Uint8Array,
  { N, r, p }: { N: number; r: number; p: number },
) =>
  inLane(
    who,
    () =>
      new Promise<Buffer>((resolve, reject) => {
        hashCount += 1;
        scrypt(password.normalize('NFKC'), salt, 32, { N, r, p, maxmem: memory }, (error, key) =>
          error ? reject(error) : resolve(key),
        );
      }),
  );

/**
 * @returns `scrypt$N$r$p$salt$hash`, so that the cost can be raised later without invalidating passwords
 * @throws SemaphoreTimeout when too many hashes are waiting; the caller responds with 503
 */
export async function hashPassword(password: string, who: HashFor = ourselves): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const hash = await derive(who, password, salt, cost);
  return [
    'scrypt',
    cost.N,
    cost.r,
    cost.p,
    Buffer.from(salt).toString('base64'),
    hash.toString('base64'),
  ].join('$');
}

/** Checked for an address without an account, so that the response time does not show which addresses have one. */
const dummyHash = `scrypt$${cost.N}$${cost.r}$${cost.p}$AAAAAAAAAAAAAAAAAAAAAA==$AAAA`;

/** Stored in place of a hash when no password is valid. */
export const noPassword = 'none';

/**
 * @param stored a result of {@link hashPassword}; for any other value no password is right
 * @throws SemaphoreTimeout as {@link hashPassword}
 */
export async function checkPassword(
  password: string,
  stored: string | undefined,
  who: HashFor = ourselves,
): Promise<boolean> {
  const known = stored?.startsWith('scrypt$') ? stored : dummyHash;
  const [, N, r, p, salt = '', hash = ''] = known.split('$');
  const key = await derive(who, password, Buffer.from(salt, 'base64'), {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  });
  const expected = Buffer.from(hash, 'base64');
  return expected.length === key.length && timingSafeEqual(expected, key);
}
