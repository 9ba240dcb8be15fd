import { afterEach, expect, test, vi } from 'vitest';
import { logError } from './log.ts';

const written = vi.spyOn(console, 'error').mockImplementation(() => {});
afterEach(() => written.mockClear());
const line = () => JSON.parse(String(written.mock.calls[0]?.[0]));

function readOrder(): never {
  throw new Error('no such table');
}

function askDatabase(cause: unknown): never {
  throw new Error('Failed query: SELECT 1\nparams: Asha\n    at MG Road:12:5', { cause });
}

test('an error is logged with the calls that led to it, and those of its cause', () => {
  try {
    readOrder();
  } catch (cause) {
    try {
      askDatabase(cause);
    } catch (error) {
      logError(error, { requestId: 'one' });
    }
  }
  expect(line()).toMatchObject({
    level: 'error',
    requestId: 'one',
    error: 'Error: Failed query: SELECT 1 <- Error: no such table',
    stack: expect.stringMatching(
      /^askDatabase .*log\.test\.ts:\d+:\d+.* \| caused by readOrder .*log\.test\.ts:\d+/,
    ),
  });
  expect(String(written.mock.calls[0])).not.toMatch(/Asha|MG Road/);
});

test('what is thrown and no error is logged too', () => {
  logError('a text', {});
  expect(line()).toEqual({ level: 'error', error: 'a text', stack: '' });
});
