import { afterAll, expect, test, vi } from 'vitest';
import type { HashFor } from './password.ts';

// Hashes that cost little, as with a database of the tests.
vi.resetModules();
vi.stubEnv('CHEAP_HASHES', '1');
vi.stubEnv('DATABASE_URL', 'http://127.0.0.1:1');
const { hashPassword, requireHashPermit } = await import('./password.ts');
const { SemaphoreTimeout } = await import('#lib/semaphore.ts');
vi.unstubAllEnvs();
// Other files share the modules of this process.
afterAll(() => void vi.resetModules());

const isRefused = (who: HashFor): boolean => {
  try {
    requireHashPermit(who);
    return false;
  } catch (error) {
    return error instanceof SemaphoreTimeout;
  }
};

test('one account and one network take a part of a lane only, and nobody takes that of operators', async () => {
  const known = (network: number, account: number): HashFor => ({
    lane: 'known',
    network: `203.0.113.${network}`,
    account: `${account}`,
  });
  const hashes: Promise<string>[] = [];
  const fill = (who: HashFor) => {
    while (!isRefused(who)) hashes.push(hashPassword('a long walk', who));
  };
  fill(known(1, 1));
  expect(hashes).toHaveLength(2);
  // From another network too; other accounts may.
  expect([isRefused(known(2, 1)), isRefused(known(1, 2))]).toEqual([true, false]);
  for (const account of [2, 3, 4]) fill(known(1, account));
  expect(hashes).toHaveLength(5);
  expect([isRefused(known(1, 5)), isRefused(known(2, 5))]).toEqual([true, false]);
  // Even when networks together have filled it, strangers and operators have theirs.
  for (const account of [5, 6, 7]) fill(known(2, account));
  expect(isRefused(known(3, 8))).toBe(true);
  for (const lane of ['stranger', 'operator'] as const)
    expect(isRefused({ lane, network: '203.0.113.1', account: '1' })).toBe(false);
  await Promise.allSettled(hashes);
  expect(isRefused(known(1, 1))).toBe(false);
});
