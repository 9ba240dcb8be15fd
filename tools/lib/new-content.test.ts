import { execa } from 'execa';
import { checkCharacter } from 'gst/gstin';
import { stateCodes } from 'gst/state-codes';
import { states } from 'gst/states';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { type Answers, answersWith, languageAnswers, paymentAnswers } from '#domain/new-shop/answers.ts';
import { withoutClaims } from '#domain/new-shop/files.ts';
import { randomFrom } from '../../tests/support/random.ts';
import { mistakesIn } from './check-content.ts';
import { contentFiles, contentRoot, root } from './content.ts';
import { fileNames, newContent, readValues } from './new-content.ts';
import { drawIcon, drawWordmark, lettersWithout, readFonts } from './wordmark.ts';

const before = contentFiles();
const fonts = readFonts(contentRoot);
const couriers = (readValues(before, 'couriers.yaml').couriers as { name: string }[]).map(({ name }) => name);
const schema = z.object(answersWith(couriers));

/** The content after the command, without writing it. */
function contentOf(answers: Answers) {
  const { written, removed } = newContent(answers, before, fonts);
  const names = [...new Set([...before.names(), ...written.keys()])].filter(
    (name) => !removed.includes(name),
  );
  const read = (name: string) =>
    removed.includes(name) ? undefined : (written.get(name) ?? before.read(name));
  return { ...before, names: () => names, read };
}

const usual = {
  name: 'Kesh',
  state: 'Kerala',
  gstin: 'none',
  sells: 'skin care',
  search: 'Hindi, Hinglish',
  pay: 'cash on delivery',
  courier: 'Delhivery',
  colour: '#234d38', // rule: colours - an answer
};
const answered = (more: object = {}) => schema.parse({ ...usual, ...more });

const hard = [
  'O\'Neill & Søns: "हरिता"',
  'श्री कृष्ण प्रिया',
  '- a: #b',
  "it's 100% @home",
  'null',
  '1.0',
  'தமிழ்',
  'Ö'.repeat(40),
  '<3 & more',
];

describe('content of a new shop', () => {
  test.each(hard)('can be built for a shop called %s', (name) => {
    expect(mistakesIn(contentOf(answered({ name, sells: name }))).laws).toEqual([]);
  });

  test('can be built for any answers', () => {
    const dice = randomFrom(20);
    const some = (names: string[]) => names.filter(() => dice.chance(0.5));
    const letters = 'abcXYZ 0é\'"&:#-{[]}|>%@`,!?*हिन्दीष्ण'.split('');
    for (let n = 0; n < 25; n += 1) {
      const word = () =>
        `a${Array.from({ length: dice.between(0, 30) }, () => letters[dice.between(0, letters.length - 1)]).join('')}`.replaceAll(
          /\{\{|\}\}/g,
          '',
        );
      const state = states[dice.between(0, states.length - 1)] ?? 'Goa';
      const number = `${stateCodes[state]}ABCDE1234F1Z`;
      const answers = answered({
        name: word().trim(),
        state,
        gstin: dice.chance(0.5) ? number + checkCharacter(number) : 'none',
        sells: ['hair care', 'Skin Care', 'soaps and bath', word().trim()][dice.between(0, 3)],
        search: some(Object.keys(languageAnswers)),
        pay: ['Stripe', ...some(Object.keys(paymentAnswers))],
        courier: [couriers[dice.between(0, couriers.length - 1)], 'Own https://x.example/{number}'],
      });
      expect(mistakesIn(contentOf(answers)).laws, JSON.stringify(answers)).toEqual([]);
    }
  }, 120_000);

  test('has no goods, people, articles and claims of the shop before, and keeps its fonts and policies', () => {
    const files = contentOf(answered());
    const names = fileNames(files);
    expect(
      names.filter((name) => /^(products|brands|journal|about|home\/|team|testimonials)/.test(name)),
    ).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(['policies/terms.md', 'brand/fonts.css', 'skin.yaml']));
    const said = names.filter((name) => /\.(yaml|md|svg)$/.test(name)).map((name) => files.read(name) ?? '');
    expect(said.filter((text) => /harita/i.test(text.replaceAll(/\bharita\b(?=,)/g, '')))).toEqual([]);
    expect(files.read('faqs/shipping.yaml')).not.toMatch(/50 countries/);
    expect(readValues(files, 'store.yaml')).not.toHaveProperty('claims');
  });

  test('has skin features for skin care alone', () => {
    const hair = contentOf(answered({ sells: 'hair care' }));
    expect(readValues(hair, 'store.yaml').features).toMatchObject({ skin: false, routine: false });
    expect(readValues(hair, 'search.yaml')).toMatchObject({ concerns: [], skins: [] });
    expect(hair.names()).not.toContain('routine.yaml');
    const skin = contentOf(answered());
    expect(readValues(skin, 'store.yaml').features).toMatchObject({ skin: true, routine: true });
  });

  test('says nothing of cosmetics where something else is sold', () => {
    expect(contentOf(answered({ sells: 'candles' })).read('policies/terms.md')).not.toMatch(/cosmetics/);
    expect(contentOf(answered()).read('policies/terms.md')).toMatch(/cosmetics/);
  });

  test('searches in the languages that were chosen', () => {
    const english = contentOf(answered({ search: '' })).read('search.yaml') ?? '';
    expect(english.match(/^ {4}(hindi|hinglish): /gm)).toBeNull();
    expect(contentOf(answered({ search: 'hindi' })).read('search.yaml')).toMatch(/^ {4}hindi: /m);
  });
});

describe('answers', () => {
  const mistakesOf = (more: object) =>
    schema.safeParse({ ...usual, ...more }).error?.issues.map(({ message }) => message) ?? [];

  test.each([
    [{ name: '' }, /must not be empty/],
    [{ name: '…' }, /a letter or a digit/],
    [{ name: 'a{{b}}' }, /nobody can read/],
    [{ name: 'a'.repeat(41) }, /at most 40/],
    [{ state: 'Atlantis' }, /must be a state/],
    [{ gstin: '29ABCDE1234F1ZX' }, /last character.*answer: none/],
    [{ gstin: '12' }, /15 characters/],
    [{ search: 'Klingon' }, /a language/],
    [{ pay: '' }, /must have a way/],
    [{ pay: 'bank transfer' }, /besides the bank transfer/],
    [{ courier: 'Pigeon' }, /must be one of Delhivery/],
    [{ colour: 'red' }, /six digits/],
  ])('%j are refused', (more, message) => expect(mistakesOf(more).join()).toMatch(message));

  test('are read in any case, as lists or as typed', () => {
    const { state, pay, courier, gstin } = answered({
      state: ' kerala',
      pay: 'razorpay,  CASH on delivery',
      courier: 'blue dart, Own https://x.example/{number}',
      gstin: 'No',
    });
    expect({ state, pay, gstin }).toEqual({
      state: 'Kerala',
      pay: ['Razorpay', 'cash on delivery'],
      gstin: undefined,
    });
    expect(courier.map(({ name }) => name)).toEqual(['Blue Dart', 'Own']);
  });
});

test('a sentence with a claim goes, and the others stay', () => {
  const text = "answer: 'Everywhere. It is planned for 50 countries, one day. Not yet.'\n";
  expect(withoutClaims(text, [{ says: '50 countries', in: 'a' }])).toBe("answer: 'Everywhere. Not yet.'\n");
});

describe('wordmark', () => {
  test('draws Hindi as it is written: the sign before the letter that it follows in Unicode', () => {
    const placed = (name: string) =>
      [...drawWordmark(name, fonts).matchAll(/d="([^"]+)"/g)].map(([, path]) => path);
    const [sign, letter] = placed('रि');
    expect(placed('र')).toEqual([letter]);
    expect(sign).not.toBe(letter);
    expect(placed('कर')).toEqual([...placed('क'), ...placed('र')]);
  });

  test('breaks a long name into two lines, and names what the fonts do not have', () => {
    expect(drawWordmark('Kesh', fonts)).not.toContain('<g ');
    expect(drawWordmark('The Long Name of a Small Shop', fonts)).toContain('<g ');
    expect(lettersWithout('Søns हि', fonts)).toEqual(['ø']);
  });

  test('has an icon for each name', () => {
    for (const name of hard)
      expect(drawIcon(name, fonts, { green: 'g', onGreen: 'o' } as never)).toMatch(/d="M/);
  });
});

test('the command says what it does not know, and changes nothing', async () => {
  const { exitCode, all } = await execa(process.execPath, ['tools/new-shop.ts', '--answers', 'none.yaml'], {
    cwd: root,
    all: true,
    reject: false,
  });
  expect({ exitCode, all }).toEqual({ exitCode: 1, all: 'none.yaml: there is no such file.' });
});
