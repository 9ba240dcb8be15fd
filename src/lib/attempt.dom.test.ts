import { describe, expect, it } from 'vitest';
import { attemptFor, parseAttempt } from './attempt.dom.ts';

const newKey = () => 'new';

describe('attemptFor', () => {
  it('keeps the key while the body stays the same', () => {
    const stored = { key: 'old', body: '{"amount":599}' };
    expect(attemptFor(stored, '{"amount":599}', newKey)).toBe(stored);
  });

  it('renews it when the body changes', () => {
    expect(attemptFor({ key: 'old', body: '{"amount":599}' }, '{"amount":600}', newKey)).toEqual({
      key: 'new',
      body: '{"amount":600}',
    });
  });

  it('creates a key if there is none', () => {
    expect(attemptFor(undefined, '{}', newKey).key).toBe('new');
  });
});

describe('parseAttempt', () => {
  it('reads a stored attempt', () =>
    expect(parseAttempt({ key: 'k', body: 'b' })).toEqual({ key: 'k', body: 'b' }));
  it.each([undefined, null, 'k', {}, { key: '', body: 'b' }, { key: 'k' }, { key: 1, body: 'b' }])(
    'drops %j',
    (value) => expect(parseAttempt(value)).toBeUndefined(),
  );
});
