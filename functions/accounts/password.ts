/** Passwords: scrypt at the smallest parameters that OWASP's Password Storage Cheat Sheet lists. */
import { scrypt, timingSafeEqual } from 'node:crypto';

/** 32 MiB and about 0.2 s a hash; 2^17 would take a whole isolate's memory. */
const cost = { N: 2 ** 15, r: 8, p: 3 } as const;
const memory = 64 * 1024 * 1024;

/** Hashes at a time in an isolate, and how many may wait for their turn. */
const atOnce = 2;
const mostWaiting = 30;

let running = 0;
const waiting: (() => void)[] = [];

/** Too many hashes already wait; the caller answers 503. */
export class HashQueueFull extends Error {
  override name = 'HashQueueFull';
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= mostWaiting) throw new HashQueueFull();
    await new Promise<void>((resume) => waiting.push(resume));
  } else running++;
  try {
    return await work();
  } finally {
    // The place is handed on, not freed, so that nobody slips in between.
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

let made = 0;
/** Hashes that this isolate has begun, for tests: equal work for equal answers is counted, not timed. */
export const hashesMade = (): number => made;

const derive = (password: string, salt: Uint8Array, { N, r, p }: { N: number; r: number; p: number }) =>
  inTurn(
    () =>
      new Promise<Buffer>((resolve, reject) => {
        made += 1;
        scrypt(password.normalize('NFKC'), salt, 32, { N, r, p, maxmem: memory }, (error, key) =>
          error ? reject(error) : resolve(key),
        );
      }),
  );

/** @returns `scrypt$N$r$p$salt$hash`, so that the cost can rise later without losing anyone */
export async function hashPassword(password: string): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const hash = await derive(password, salt, cost);
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

/** @param stored what {@link hashPassword} made; anything else is a password that nobody has */
export async function checkPassword(password: string, stored?: string): Promise<boolean> {
  const known = stored?.startsWith('scrypt$') ? stored : nobody;
  const [, N, r, p, salt = '', hash = ''] = known.split('$');
  const key = await derive(password, Buffer.from(salt, 'base64'), {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  });
  const wanted = Buffer.from(hash, 'base64');
  return wanted.length === key.length && timingSafeEqual(wanted, key);
}
