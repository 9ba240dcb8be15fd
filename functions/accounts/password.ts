/** Passwords: scrypt at the smallest parameters that OWASP's Password Storage Cheat Sheet lists. */
import { scrypt, timingSafeEqual } from 'node:crypto';
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
 * Limits hashing in an isolate. A hash blocks the isolate for 0.2 s, so only one runs at a time, at a pace that leaves
 * most of the time to orders. Requests with a session, a known device or an emailed link use the lane `known`, so they
 * do not wait behind strangers.
 */
const queue = { limit: 1, maxWaiting: 8, maxHold: 10_000, pace: { burst: 1_000, share: 0.25 } };
const lanes = { known: new Semaphore(queue), stranger: new Semaphore(queue) };
export type HashLane = keyof typeof lanes;

/** Longest wait for a hash, ms. */
const maxWait = 8_000;

/** To be called before anything is written. @throws SemaphoreTimeout when the queue of the lane is full */
export function requireHashPermit(lane: HashLane): void {
  if (lanes[lane].isFull) throw new SemaphoreTimeout('too many hashes are waiting');
}

let hashCount = 0;
/** Hashes that this isolate has started. Tests count them, to prove equal work without measuring time. */
export const getHashCount = (): number => hashCount;

const derive = (
  lane: HashLane,
  password: string,
  salt: Uint8Array,
  { N, r, p }: { N: number; r: number; p: number },
) =>
  lanes[lane].run(
    () =>
      new Promise<Buffer>((resolve, reject) => {
        hashCount += 1;
        scrypt(password.normalize('NFKC'), salt, 32, { N, r, p, maxmem: memory }, (error, key) =>
          error ? reject(error) : resolve(key),
        );
      }),
    maxWait,
  );

/**
 * @returns `scrypt$N$r$p$salt$hash`, so that the cost can be raised later without invalidating passwords
 * @throws SemaphoreTimeout when too many hashes are waiting; the caller responds with 503
 */
export async function hashPassword(password: string, lane: HashLane = 'known'): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const hash = await derive(lane, password, salt, cost);
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
  lane: HashLane = 'known',
): Promise<boolean> {
  const known = stored?.startsWith('scrypt$') ? stored : dummyHash;
  const [, N, r, p, salt = '', hash = ''] = known.split('$');
  const key = await derive(lane, password, Buffer.from(salt, 'base64'), {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  });
  const expected = Buffer.from(hash, 'base64');
  return expected.length === key.length && timingSafeEqual(expected, key);
}
