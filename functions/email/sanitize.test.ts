import { describe, expect, test } from 'vitest';
import { breaksHeader, sanitize, subjectLine } from './sanitize.ts';

/** What mail clients turn into links: a scheme with slashes, or a name with a dot and a word after it. */
const linked = /\w:\/\/|[\p{L}\p{N}-]+[.\u2024\u3002\uff0e\uff61][\p{L}\p{M}]{2}/u;

describe('one line', () => {
  test.each([
    ['a line break', 'Hello\r\nBcc: all@example.com', 'Hello Bcc: all@example\u200a.com'],
    ['a bare CR', 'a\rb', 'a b'],
    ['Unicode line and paragraph separators', 'a\u2028b\u2029c', 'a b c'],
    ['next line, vertical tab and form feed', 'a\u0085b\u000bc\u000cd', 'a b c d'],
    ['tabs and runs of spaces', ' a\t \u00a0 b ', 'a b'],
    ['control characters', 'a\u0000b\u0007c\u001b[31md\u007fe\u009bf', 'abc[31mdef'],
    ['bidi embeddings and overrides', '\u202aa\u202bb\u202cc\u202dd\u202ee', 'abcde'],
    ['bidi isolates', '\u2066a\u2067b\u2068c\u2069d', 'abcd'],
    ['characters without width', 'a\u200bb\u2060c\ufeffd\u00ade\u2063f\u{e0041}g', 'abcdefg'],
    ['half a character', 'a\ud800b', 'a\ufffdb'],
    ['marks piled up', `a${'\u0301'.repeat(50)}b`, `a${'\u0301'.repeat(6)}b`],
  ])('%s', (_, text, expected) => expect(sanitize(text, 200)).toBe(expected));

  test.each([
    'Asha Rao',
    'आशा राव',
    'क्\u200dष', // the joiner chooses the form of the letters
    'مریم',
    'José O’Brien-Rao',
    '₹1,499.00 for 2.5 kg',
    'M.G. Road, 4th Cross',
    'ORD-482913: leaking?',
    '10:30 in the morning',
    'Wait... what?',
  ])('%j stays as it is', (text) => expect(sanitize(text, 200)).toBe(text));

  test('long text ends with an ellipsis, and no character is cut in half', () => {
    expect(sanitize('abcdef', 6)).toBe('abcdef');
    expect(sanitize('abcdefg', 6)).toBe('abcde…');
    expect(sanitize('abcd efg', 6)).toBe('abcd…');
    expect(sanitize('🌿'.repeat(9), 4)).toBe('🌿🌿🌿…');
  });
});

describe('several lines', () => {
  test('every kind of line break is one', () =>
    expect(sanitize('a\r\nb\rc\u2028d\u2029e\nf', 99, 'lines')).toBe('a\nb\nc\nd\ne\nf'));
  test('one empty line at a time, none around', () =>
    expect(sanitize('\n\n a \n\n \n\n\nb\n\n', 99, 'lines')).toBe('a\n\nb'));
  test('as safe as one line', () =>
    expect(sanitize('\u202eevil\u0000\nwww.evil.com', 99, 'lines')).toBe('evil\nwww\u200a.evil\u200a.com'));
});

describe('no link is left', () => {
  test.each([
    'http://evil.example/x',
    'HTTPS://EVIL.EXAMPLE',
    'http:\\\\evil.example',
    'hxxp://a.b/c',
    'www.evil.com',
    'evil.com/login',
    'evil.co.in',
    't.co/x',
    '163.com',
    'xn--e1awd7f.com',
    'пример.рф',
    'उदाहरण.भारत',
    'evil。com',
    'evil．com',
    'evil｡com',
    'evil․com',
    'asha@evil.example',
    'http://user:pass@evil.example:8080/a.php?x=1#y',
    // Removing characters must not create a link.
    'evil.\u200bcom',
    'ht\u200btp://evil\u2060.com',
    'evil.\u0000com',
    'evil.\u202ecom',
  ])('%j', (text) => {
    for (const shape of ['line', 'lines'] as const) expect(sanitize(text, 200, shape)).not.toMatch(linked);
  });
});

describe('subjects', () => {
  test('one line of at most 150 characters', () => {
    const subject = subjectLine(`We have\r\nyour message: ${'x'.repeat(300)}`);
    expect(subject).toMatch(/^We have your message: x+…$/);
    expect([...subject]).toHaveLength(150);
  });
  test('without what turns text around', () => expect(subjectLine('a\u202eb\u2067c\u2028d')).toBe('abc d'));
  test('our own dots stay', () =>
    expect(subjectLine('Welcome to harita.example')).toBe('Welcome to harita.example'));
});

describe('header values', () => {
  test.each(['a\rb', 'a\nb', 'a\u0000b', 'a\u2028b', 'a\u0085b', 'a\tb'])('%j breaks out', (value) =>
    expect(breaksHeader(value)).toBe(true),
  );
  test.each(['', 'Harita <care@harita.example>', 'आशा', '₹1'])('%j does not', (value) =>
    expect(breaksHeader(value)).toBe(false),
  );
});
