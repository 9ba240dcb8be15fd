import { expect, test } from 'vitest';
import { unsafeLink } from './unsafe-links.ts';

test.each([
  '[a](javascript:alert(1))',
  '[a](JaVaScRiPt:alert(1))',
  '[a]( javascript:alert(1))',
  '[a](<javascript:x>)',
  '[a](java\nscript:x)',
  '[a](java\tscript:x)',
  '[a](&#106;avascript:x)',
  '[a](&#x6A;avascript&colon;x)',
  '[a](javascript&#58;x)',
  '[a](java&Tab;script:x)',
  '[a](%6Aavascript:x)',
  '[a](java\u200bscript:x)',
  '[a](&amp;#106;avascript:x)',
  '[a](ｊavascript:x)',
  '[a](java\\script:x)',
  '<javascript:alert(1)>',
  '[a][b]\n\n[b]: javascript:x',
  '<a href="javascript:x">',
  "<a href='vbscript:x'>",
  '<img src=javascript:x>',
  '[a](data:text/html,x)',
  '![a](data:image/svg+xml;base64,x)',
  '[a](vbscript:x)',
  'javascript:x',
  ' data:,x',
])('%j is unsafe', (text) => expect(unsafeLink(text)).toBeDefined());

test.each([
  '[a](/collection)',
  '[a](https://example.in/data:x)',
  'Our data: twelve women in Pune',
  'Data: 12 women',
  'See [the data](/journal/data): it is small',
  'JavaScript: a language',
  '[a](mailto:care@example.in)',
])('%j is right', (text) =>
  expect(unsafeLink(text)).toBe(text.startsWith('JavaScript:') ? 'JavaScript:' : undefined),
);
