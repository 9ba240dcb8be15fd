import { expect, test } from 'vitest';
import { latinText } from './latin.ts';

/** A font with Latin-1 alone. */
const latin1 = (character: string) => /[ -~\u00a0-\u00ff]/u.test(character);

test.each([
  ['कुमार लक्ष्मी', 'Kumar Lakshmi'],
  ['कृष्ण ज़ुबैर', 'Krishna Zubair'],
  ['मकान नं. ४, गांधी नगर', 'Makan Nan. 4, Gandhi Nagar'],
  ['বন্দ্যোপাধ্যায়', 'Bandyopadhyay'],
  ['ਹਰਪ੍ਰੀਤ ਸਿੰਘ', 'Haraprit Singh'],
  ['ગાંધી નગર', 'Gandhi Nagar'],
  ['ଓଡ଼ିଶା', 'Orisha'],
  ['சென்னை தமிழ்', 'Chennai Tamizh'],
  ['వెంకటేశ్వర', 'Venkateshvara'],
  ['ಬೆಂಗಳೂರು', 'Bengaluru'],
  ['മലയാളം', 'Malayalan'],
  ['ᱥᱟᱱᱛᱟᱲᱤ', 'Santari'],
  ['ꯃꯩꯇꯩ', 'Meitei'],
  ['محمد علی', 'Mhmd Aly'],
  ['北京市', 'BeiJingShi'],
  ['김민수', 'GimMinSu'],
  ['Иван Ελένη', 'Ivan Eleni'],
])('%s is %s', (text, written) => expect(latinText(text, latin1)).toBe(written));

test('letters that the font has stay, also when they were written with a mark of their own', () =>
  expect(latinText('Zoë Nu\u0301n\u0303ez, 4ª – ś', latin1)).toBe('Zoë Núñez, 4ª - s'));

test('nothing is printed of what cannot be seen, and a name that is only a picture is written out', () => {
  expect(latinText('A\u200b\u2060\u00ad\u{e0001}B\ufeff', latin1)).toBe('AB');
  expect(latinText('\u{1f33b}', latin1)).toBe(':sunflower:');
  expect(latinText('\u200b', latin1)).toBe('');
});

test('every letter of every script without capital letters is printed as something', () => {
  const lost: string[] = [];
  for (let code = 0x80; code < 0x30000; code += 1) {
    const letter = String.fromCodePoint(code);
    if (/(?!\p{Default_Ignorable_Code_Point})\p{Lo}/u.test(letter) && !latinText(letter, latin1))
      lost.push(letter);
  }
  expect(lost).toEqual([]);
});
