import { describe, expect, it } from 'vitest';
import { parseFlash } from './flash.ts';

describe('parseFlash', () => {
  it('reads what setFlash wrote', () => {
    expect(parseFlash('{"message":"Logged in successfully!","kind":"success"}')).toEqual({
      message: 'Logged in successfully!',
      kind: 'success',
    });
    expect(parseFlash('{"message":"No","kind":"error"}')?.kind).toBe('error');
  });

  it.each([null, '', 'not json', 'null', '[]', '"text"', '{}', '{"message":""}', '{"message":3}'])(
    'says nothing for %s',
    (stored) => expect(parseFlash(stored)).toBeUndefined(),
  );
});
