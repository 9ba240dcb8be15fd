/** docs/architecture.md has the graph of the project as it is now. */
import { expect, test } from 'vitest';
import { isPageCurrent } from '#tools/architecture.ts';

test('docs/architecture.md is current: `npm run architecture` writes it', () =>
  expect(isPageCurrent()).toBe(true));
