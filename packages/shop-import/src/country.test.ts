/** Countries by the names that packs, exports and people use. */
import { expect, test } from 'vitest';
import { countryCodes, countryName } from './country.ts';

/** The one country of a text. */
const countryCode = (text: string) => {
  const [code, ...more] = countryCodes(text) ?? [];
  return more.length ? undefined : code;
};

test.each([
  [
    'IN',
    'india, IN, in, IND, Bharat, भारत, Republic of India, Made in India, Country of origin: India, INDIA.',
  ],
  [
    'KR',
    'South Korea, Republic of Korea, KR, kor, Korea, दक्षिण कोरिया, Made in Korea, The Republic of Korea, S. Korea',
  ],
  ['US', 'USA, U.S.A., United States, the united states of america, US, अमेरिका'],
  ['GB', 'UK, U.K., United Kingdom, Great Britain, England'],
  ['TR', 'Turkey, Türkiye, turkiye'],
  ['NL', 'Netherlands, The Netherlands, Holland, Kingdom of the Netherlands'],
  ['CZ', 'Czechia, Czech Republic'],
  ['CN', 'China, People’s Republic of China, PRC, P.R.C.'],
  ['TW', 'Taiwan, Republic of China'],
  ['KP', 'North Korea, Democratic People’s Republic of Korea'],
  ['CI', 'Côte d’Ivoire, Ivory Coast'],
  ['VN', 'Viet Nam, Vietnam, Socialist Republic of Vietnam'],
  ['DE', 'Germany, Federal Republic of Germany, Deutschland'],
  ['BA', 'Bosnia & Herzegovina, Bosnia and Herzegovina'],
])('%s', (code, names) => {
  for (const name of names.split(', ')) expect([name, countryCode(name)]).toEqual([name, code]);
});

test('every code, and every name that is shown for one, is read as that country', () => {
  const all = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].flatMap((first, _, letters) =>
    letters.flatMap((second) => countryCode(first + second) ?? []),
  );
  expect(all.length).toBeGreaterThan(240);
  for (const code of all) expect([code, countryCode(countryName(code))]).toEqual([code, code]);
});

test.each([
  '',
  '-',
  'Koria',
  'Europe',
  'EU',
  'ZZ',
  'Various',
  'republic',
  'Made in',
  'constructor',
  'n/a',
  '12',
])('“%s” names no country', (text) => {
  expect(countryCode(text)).toBeUndefined();
  expect(countryCodes(text)).toBeUndefined();
});

test.each([
  ['India and South Korea', ['IN', 'KR']],
  ['IN/KR, Japan', ['IN', 'KR', 'JP']],
  ['India, India', ['IN']],
  ['Korea, Republic of', ['KR']],
  ['Taiwan, Province of China', ['TW']],
  ['Iran, Islamic Republic of', ['IR']],
  ['Trinidad and Tobago', ['TT']],
  ['India, Koria', undefined],
])('%s', (text, codes) => {
  expect(countryCodes(text)).toEqual(codes);
});
