/** Passwords: scrypt at the smallest parameters that OWASP's Password Storage Cheat Sheet lists. */
import { scrypt, timingSafeEqual } from 'node:crypto';
import { NoTurn, Turns } from '#lib/turns.ts';

/** 32 MiB and about 0.2 s a hash; 2^17 would take a whole isolate's memory. */
const cost = { N: 2 ** 15, r: 8, p: 3 } as const;
const memory = 64 * 1024 * 1024;

/**
 * Turns at hashing in an isolate. A hash keeps the isolate from everything else for its 0.2 s, so they come one at a
 * time and at a pace that leaves most of the time to orders. Those who are signed in, or come on a device that the
 * account knows, or with a mailed link, do not wait behind strangers.
 */
const queue = { atOnce: 1, mostWaiting: 8, longest: 10_000, pace: { burst: 1_000, share: 0.25 } };
const lanes = { known: new Turns(queue), stranger: new Turns(queue) };
export type HashLane = keyof typeof lanes;

/** Longest wait for a turn, ms. */
const patience = 8_000;

/** @throws NoTurn when a hash would be refused: asked before anything is written for it */
export function wantTurn(lane: HashLane): void {
  if (lanes[lane].isFull) throw new NoTurn('too many wait already');
}

let made = 0;
/** Hashes that this isolate has begun, for tests: equal work for equal answers is counted, not timed. */
export const hashesMade = (): number => made;

const derive = (
  lane: HashLane,
  password: string,
  salt: Uint8Array,
  { N, r, p }: { N: number; r: number; p: number },
) =>
  lanes[lane].take(
    () =>
      new Promise<Buffer>((resolve, reject) => {
        made += 1;
        scrypt(password.normalize('NFKC'), salt, 32, { N, r, p, maxmem: memory }, (error, key) =>
          error ? reject(error) : resolve(key),
        );
      }),
    patience,
  );

/**
 * @returns `scrypt$N$r$p$salt$hash`, so that the cost can rise later without losing anyone
 * @throws NoTurn when too many hashes wait already; the caller answers 503
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

/** Takes as long for an account that does not exist, so that time does not tell which addresses do. */
const nobody = `scrypt$${cost.N}$${cost.r}$${cost.p}$AAAAAAAAAAAAAAAAAAAAAA==$AAAA`;

/** Stored where a password was: nothing that is typed is right. */
export const noPassword = 'none';

/**
 * @param stored what {@link hashPassword} made; anything else is a password that nobody has
 * @throws NoTurn as {@link hashPassword}
 */
export async function checkPassword(
  password: string,
  stored: string | undefined,
  lane: HashLane = 'known',
): Promise<boolean> {
  const known = stored?.startsWith('scrypt$') ? stored : nobody;
  const [, N, r, p, salt = '', hash = ''] = known.split('$');
  const key = await derive(lane, password, Buffer.from(salt, 'base64'), {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  });
  const wanted = Buffer.from(hash, 'base64');
  return wanted.length === key.length && timingSafeEqual(wanted, key);
}
