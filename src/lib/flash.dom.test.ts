import { describe, expect, it } from 'vitest';
import { parseFlash } from './flash.dom.ts';

describe('parseFlash', () => {
  it('reads what setFlash wrote', () => {
    const flash = { message: 'Logged in successfully!', kind: 'success' } as const;
    expect(parseFlash(flash)).toEqual(flash);
    expect(parseFlash({ message: 'No', kind: 'error' })?.kind).toBe('error');
  });

  it('treats an unknown kind as a success', () => {
    expect(parseFlash({ message: 'Hm', kind: 'other' })?.kind).toBe('success');
  });

  it.each([undefined, null, 'text', [], {}, { message: '' }, { message: 3 }])(
    'returns nothing for %j',
    (stored) => expect(parseFlash(stored)).toBeUndefined(),
  );
});
