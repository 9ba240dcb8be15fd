/** Countries as people write them on packs and in exports. Only the build and imports read names: pages get codes. */

const english = /* @__PURE__ */ new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const languages = (): Intl.DisplayNames[] => [
  english,
  ...(['short', 'narrow'] as const).map(
    (style) => new Intl.DisplayNames('en', { type: 'region', fallback: 'none', style }),
  ),
  new Intl.DisplayNames('hi', { type: 'region', fallback: 'none' }),
];

/** Codes of ISO 3166 that name groups, reserves and inventions. */
const noCountries = new Set([
  'AC',
  'CP',
  'CQ',
  'DG',
  'EA',
  'EU',
  'EZ',
  'IC',
  'QO',
  'TA',
  'UN',
  'XA',
  'XB',
  'ZZ',
]);
const allCodes = (): string[] => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter(
      (code) =>
        !noCountries.has(code) &&
        english.of(code) !== undefined &&
        // A country that was: `DD` is `DE` today.
        new Intl.Locale(`und-${code}`).region === code,
    );
};

/** Letters and digits alone, Latin ones without accents. */
const keyOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/[.'’]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

/** Names that no list of languages has: other spellings, parts, and the three letters of ISO 3166. */
const otherNames: Readonly<Record<string, string>> = {
  AE: 'uae, emirates, are, dubai',
  AU: 'aus',
  AT: 'aut',
  BD: 'bgd',
  BE: 'bel',
  BN: 'brunei darussalam',
  BO: 'plurinational state of bolivia',
  BR: 'brasil, bra',
  BT: 'btn',
  CA: 'can',
  CD: 'democratic republic of the congo, congo democratic republic of the, drc, zaire',
  CG: 'congo, republic of the congo',
  CH: 'swiss, che',
  CI: 'ivory coast',
  CN: 'prc, peoples republic of china, mainland china, p r c, chn',
  CV: 'cape verde',
  CZ: 'czech republic, cze',
  DE: 'deutschland, deu, ger',
  DK: 'dnk',
  EG: 'egy',
  ES: 'espana, esp',
  FI: 'fin',
  FM: 'federated states of micronesia',
  FR: 'fra',
  GB: 'uk, u k, great britain, britain, england, scotland, wales, northern ireland, gbr, united kingdom of great britain and northern ireland',
  GR: 'hellas, grc',
  HK: 'hong kong, hkg',
  HU: 'hun',
  ID: 'idn',
  IE: 'republic of ireland, irl',
  IL: 'isr',
  IN: 'bharat, hindustan, bhaarat, ind, भारत गणराज्य, हिंदुस्तान',
  IR: 'iran islamic republic of',
  IT: 'italia, ita',
  JP: 'nippon, jpn',
  KP: 'democratic peoples republic of korea, korea democratic peoples republic of, dprk, prk',
  KR: 'korea, rok, s korea, korea south, kor',
  LA: 'lao peoples democratic republic, lao',
  LK: 'lka, ceylon',
  LU: 'lux',
  MA: 'mar',
  MD: 'republic of moldova',
  MK: 'macedonia',
  MM: 'burma',
  MO: 'macau, macao',
  MX: 'mex',
  MY: 'mys',
  NL: 'holland, nld',
  NO: 'nor',
  NP: 'npl',
  NZ: 'nzl',
  PH: 'phl',
  PK: 'pak',
  PL: 'polska, pol',
  PS: 'palestine, state of palestine',
  PT: 'prt',
  RO: 'rou',
  RU: 'russian federation, rus',
  SA: 'ksa, sau',
  SE: 'swe',
  SG: 'sgp',
  SY: 'syrian arab republic',
  SZ: 'swaziland',
  TH: 'tha',
  TL: 'east timor',
  TR: 'turkey, turkiye, tur',
  TW: 'republic of china, taiwan province of china, chinese taipei, twn',
  TZ: 'united republic of tanzania',
  UA: 'ukr',
  US: 'usa, u s a, u s, अमेरिका, united states of america, america, estados unidos',
  VA: 'holy see, vatican',
  VE: 'bolivarian republic of venezuela',
  VN: 'viet nam, vnm',
  ZA: 'rsa, zaf',
};

/** Made when a name is first read: the Worker starts without it. */
const makeKnown = (all = languages()): ReadonlyMap<string, string> =>
  new Map([
    ...allCodes().flatMap((code) => [
      [code.toLowerCase(), code] as const,
      ...all.map((names) => [keyOf(names.of(code) ?? ''), code] as const),
    ]),
    ...Object.entries(otherNames).flatMap(([code, names]) =>
      names.split(', ').map((name) => [keyOf(name), code] as const),
    ),
  ]);
let known: ReturnType<typeof makeKnown> | undefined;

/** What stands before a country on a pack: `Made in`, `Country of origin:`. */
const introduction =
  /^(country of origin|origin|(proudly )?(made|manufactured|produced|packed|assembled) in|(product|produce) of|imported from) /;
/** Before or after the short name of a country: `Republic of Korea`, `Korea, Republic of`. */
const form =
  '(?:the )?(?:(?:federal|federative|islamic|socialist|democratic|united) )*(?:republic|kingdom|commonwealth|state|union|principality|grand duchy|sultanate)(?: of)?(?: the)?';
const longForms = new RegExp(`^(?:${form}|the) | ${form}$`, 'g');

/**
 * The code of a country (ISO 3166, two letters) by a code or name in English or Hindi: `KR`, `kor`, `South Korea`,
 * `Korea, Republic of`, `Made in Korea`, `भारत`. Undefined for what names no country.
 */
function countryCode(text: string): string | undefined {
  known ??= makeKnown();
  const named = keyOf(text).replace(introduction, '');
  return known.get(named) ?? known.get(named.replace(longForms, '').trim());
}

/** A country in English: `South Korea`. */
export const countryName = (code: string): string => english.of(code) ?? code;

/**
 * The countries that a text names, in its order, each once: `India and South Korea`, `IN/KR`. Undefined where a part of
 * it names none.
 */
export function countryCodes(text: string): string[] | undefined {
  const whole = countryCode(text);
  if (whole) return [whole];
  const parts = text.split(/[,;/|+&\n]|\s(?:and|or)\s/i).filter((part) => part.trim());
  const found = parts.map(countryCode);
  return parts.length && found.every((code) => code !== undefined) ? [...new Set(found)] : undefined;
}
