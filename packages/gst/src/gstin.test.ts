import { expect, test } from 'vitest';
import {
  checkCharacter,
  type GstinKind,
  type GstinRules,
  gstinKind,
  gstinKinds,
  gstinProblem,
  gstinRules,
} from './gstin.ts';
import { stateCodes, stateTaxName } from './state-codes.ts';
import { states } from './states.ts';
import { randomFrom } from './testing/random.ts';

// Numbers that were really given, from public tools for the return; the non-resident's has a made-up country and serial.
const given: Record<GstinKind, readonly string[]> = {
  regular: ['27AAPFU0939F1ZV', '29AAGCB7383J1Z4'],
  tds: ['06DELI09652G1DA', '09ALDN00287A1DD', '27AAFT56212B1DO', '19AAACI1681G1DV', '33AAAGM0289C1DZ'],
  tcs: ['29AABCF8078M1C8', '27AAECG3736E1C2', '27AAICA3918J1CT'],
  uin: ['0717UNO00157UNO', '0717UNO00211UN2', '2117UNO00002UNF', '3317USA00002UNE', '0717UNO00154UNU'],
  nonResident: ['0718GBR00012NR1'],
  onlineServices: ['9917USA29016OS6'],
};

test.each(Object.entries(given))(
  'numbers of the kind %s are known, and taken if that kind is',
  (kind, numbers) => {
    for (const gstin of numbers) {
      expect([gstin, gstinKind(gstin)]).toEqual([gstin, kind]);
      expect([gstin, gstinProblem(gstin)]).toEqual([gstin, gstinRules(gstin).refusal]);
    }
  },
);

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const digits = '0123456789';
/** By a letter of a form: which characters may stand there. */
const classes: Record<string, string> = {
  9: digits,
  A: letters,
  X: letters + digits,
  n: letters + digits.slice(1),
  z: 'ZABEFGHIJ123456789',
  d: 'DK',
  u: 'UO',
};
/** The fourteen characters before the check character, without the state. */
const forms: Record<GstinKind, readonly string[]> = {
  regular: ['AAAAA9999Anz', 'AAAA99999A9=Z'],
  tds: ['AAAAX9999And'],
  tcs: ['AAAAA9999An=C'],
  uin: ['99AAA99999u=N'],
  nonResident: ['99AAA99999=N=R'],
  onlineServices: ['99AAA99999=O=S'],
};

const kinds = Object.keys(gstinKinds) as GstinKind[];

test.each(kinds)(
  'any number of the kind %s has that kind alone, and is taken with its check character and no other',
  (kind) => {
    const roll = randomFrom(kind.length);
    const codes = kind === 'onlineServices' ? ['99'] : Object.values(stateCodes);
    const pick = (from: string) => from.charAt(roll(from.length));
    for (let n = 0; n < 500; n += 1) {
      const form = forms[kind][n % forms[kind].length] ?? '';
      const middle = form.replaceAll(
        /=(.)|(.)/g,
        (_, fixed?: string, of?: string) => fixed ?? pick(classes[of ?? ''] ?? ''),
      );
      const start = `${codes[roll(codes.length)]}${middle}`;
      const gstin = start + checkCharacter(start);
      const fitting = kinds.filter((one) => gstinKinds[one].pattern.test(gstin));
      expect([gstin, fitting]).toEqual([gstin, [kind]]);
      expect([gstin, gstinProblem(gstin)]).toEqual([gstin, gstinRules(gstin).refusal]);
      const other = pick([...(letters + digits)].filter((one) => one !== gstin.at(14)).join(''));
      expect(gstinProblem(start + other)).toMatch(/last character/);
    }
  },
);

test('the kinds say what becomes of them', () =>
  expect(
    kinds.map((kind) => {
      const { refusal, place, gstr1 }: GstinRules = gstinKinds[kind];
      return `${kind}: ${refusal ? 'refused' : 'taken'}, ${place}, ${gstr1}`;
    }),
  ).toEqual([
    'regular: taken, number, businesses',
    'tds: taken, number, businesses',
    'tcs: refused, number, consumers',
    'uin: taken, delivery, businesses',
    'nonResident: refused, number, consumers',
    'onlineServices: refused, delivery, consumers',
  ]));

test('any other last character is refused', () => {
  const others = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'].filter((one) => one !== 'V');
  expect(others.filter((one) => !gstinProblem(`27AAPFU0939F1Z${one}`))).toEqual([]);
});

test.each([
  ['', /15 characters/],
  ['27AAPFU0939F1Z', /15 characters/],
  ['27aapfu0939f1zv', /15 characters/],
  ['28AAPFU0939F1ZV', /code of a state/],
  ['27AAPFU0993F1ZV', /last character/],
])('%j is refused', (typed, message) => expect(gstinProblem(typed)).toMatch(message));

test('every state has a code of its own, and its own tax a name', () => {
  expect(new Set(Object.values(stateCodes)).size).toBe(states.length);
  expect([stateTaxName('Ladakh'), stateTaxName('Delhi'), stateTaxName('Karnataka')]).toEqual([
    'UTGST',
    'SGST',
    'SGST',
  ]);
});
