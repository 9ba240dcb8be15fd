import { afterEach, expect, test, vi } from 'vitest';
import { oncePerBuild } from './once-per-build.build.ts';

afterEach(() => vi.unstubAllEnvs());

test.each([
  [true, [1, 1]],
  [false, [1, 2]],
])('in production: %s, two calls give %j', async (isProduction, results) => {
  vi.stubEnv('PROD', isProduction);
  let calls = 0;
  const count = oncePerBuild(async () => ++calls);
  expect([await count(), await count()]).toEqual(results);
});
