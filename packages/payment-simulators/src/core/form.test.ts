import { describe, expect, test } from 'vitest';
import { readForm } from './form.ts';

describe('form bodies', () => {
  test('nest by brackets, and lists keep the order of their numbers', () =>
    expect(readForm('a=1&b[c][d]=2&l[1][x]=second&l[0][x]=first&m[10]=z&m[2]=y')).toEqual({
      a: '1',
      b: { c: { d: '2' } },
      l: [{ x: 'first' }, { x: 'second' }],
      m: ['y', 'z'],
    }));

  test('empty brackets append to a list', () =>
    expect(readForm('expand[]=a&expand[]=b')).toEqual({ expand: ['a', 'b'] }));

  test('are decoded', () => expect(readForm('a%5Bb%5D=%E2%82%B9+1%26')).toEqual({ a: { b: '₹ 1&' } }));

  test('cannot change a prototype', () => {
    const fields = readForm('__proto__[polluted]=1&constructor[prototype][polluted]=1');
    expect(Object.hasOwn(fields, '__proto__')).toBe(true);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
