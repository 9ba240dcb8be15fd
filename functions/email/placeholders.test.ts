import { describe, expect, test } from 'vitest';
import { bodyNames, fill, readTemplate } from './placeholders.ts';

const values = {
  to: 'asha@example.com',
  subject: 'Your $key for ₹499',
  key: 'secret',
  headers: { 'X-A': '1', 'X-B': '$subject' },
};

describe('filling in', () => {
  test.each([
    ['alone', '$to', 'asha@example.com'],
    ['inside other text', 'Bearer $key', 'Bearer secret'],
    ['twice', '$key$key', 'secretsecret'],
    ['deep down', { a: [{ b: ['$to'] }] }, { a: [{ b: ['asha@example.com'] }] }],
    ['an object, where it stands alone', { h: '$headers' }, { h: values.headers }],
    ['an object, inside text', 'x $headers', `x ${JSON.stringify(values.headers)}`],
    ['other values stay', [1, true, null], [1, true, null]],
    ['names are not placeholders', { $to: 1 }, { $to: 1 }],
    ['unknown names stay', '$constructor $subjects', '$constructor $subjects'],
  ])('%s', (_, template, expected) => expect(fill(template, values)).toEqual(expected));

  test('inserted values are not searched again', () =>
    expect(fill({ a: '$subject', b: 'x $subject' }, values)).toEqual({
      a: 'Your $key for ₹499',
      b: 'x Your $key for ₹499',
    }));

  test('an item of a list is repeated for each header, and only that item', () =>
    expect(
      fill(
        {
          to: [
            {
              list: [
                { n: 'Own', v: 'x' },
                { n: '$headerName', v: '$headerValue' },
              ],
              to: '$to',
            },
          ],
        },
        values,
      ),
    ).toEqual({
      to: [
        {
          list: [
            { n: 'Own', v: 'x' },
            { n: 'X-A', v: '1' },
            { n: 'X-B', v: '$subject' },
          ],
          to: 'asha@example.com',
        },
      ],
    }));
});

describe('an invalid template', () => {
  test.each([
    ['{"a":', 'SETTING is not valid JSON'],
    ['["$to"]', 'SETTING must be a JSON object'],
    ['null', 'SETTING must be a JSON object'],
    ['"$to"', 'SETTING must be a JSON object'],
    ['{"a":["x $sender"]}', 'SETTING: $sender is not a placeholder; the placeholders are $from $fromName'],
  ])('%s', (text, message) => expect(() => readTemplate('SETTING', text, bodyNames)).toThrow(message));

  test('the error does not repeat its values', () => {
    const read = () => readTemplate('SETTING', '{"Authorization":"re_secret"', bodyNames);
    expect(read).toThrow(expect.not.objectContaining({ message: expect.stringContaining('re_secret') }));
  });
});
