/** Texts for the tests of what holds for any value. */

/** Texts that people, systems and attackers write into cells. */
export const nasty = [
  ...['0', '0.00', '-1', '1e5', '8.9E+12', 'NaN', 'Infinity', '1,2,3', '1.299,50', '99999999999999999999'],
  ...[
    '=1+1',
    '@x',
    "'=x",
    '<script>x</script>',
    '&lt;b&gt;',
    '{"a":1}',
    '[ADD]5',
    '[S]a=b,[X]',
    '#ff0:Red;#:x',
  ],
  ...[
    'sku=a,size=b|sku=a,size=b|',
    'Type=a|Name=b|Value=',
    'a;b|c,d/e>f',
    '|||',
    ',',
    '\\',
    '%',
    '__proto__',
  ],
  ...['1/2/2026', '2026-02-31', '2026-01-01/2025-01-01', '10 kg', 'kg', '12 USD', '$', 'INR', '₹ 5', 'yes'],
  ...['\u202e\u0000x', '🌼'.repeat(300), 'क्‍ष', '\n', 'a'.repeat(3000), 'null', 'parent', 'Unlimited', 'on'],
];

let seed = 11;
/** A whole number from 0, always the same row of them. */
export function random(below: number): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % below;
}

/** A word that is in no file. */
export const newToken = () => `zq${Array.from({ length: 8 }, () => 'bcdfghjklmn'[random(11)]).join('')}`;
