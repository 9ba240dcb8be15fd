/** Every character that contacts, chats, keyboards and spreadsheets put into what people paste, for tests. */

/** All characters of Unicode with a property. */
export const charactersWith = (property: RegExp): string[] => {
  const found: string[] = [];
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const character = String.fromCodePoint(code);
    if (property.test(character)) found.push(character);
  }
  return found;
};
export const invisible = charactersWith(/^[\p{Cf}\p{Default_Ignorable_Code_Point}]$/u);
export const spaces = [...charactersWith(/^\p{Zs}$/u), '\t', '\u2800'];
export const dashes = [...charactersWith(/^\p{Pd}$/u), '\u2212', '\u2043'];
export const breaks = ['\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029'];

/** Each character at the start, in the middle and at the end of a text, and between all of its characters. */
export const within = (text: string, character: string): string[] => [
  character + text,
  text.slice(0, 4) + character + text.slice(4),
  text + character,
  [...text].join(character),
];

/** The texts that do not become the result. */
export const wrong = (typed: string[], clean: (typed: string) => string, result: string): string[] =>
  typed.filter((one) => clean(one) !== result).map((one) => JSON.stringify(one));

/** Many texts of these characters and others, always the same. */
export function mixedTexts(): string[] {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const pool = [...invisible, ...spaces, ...dashes, ...breaks, ...'aZ9९क्ष½´<>@.,;"()+\u0301\u200c\u200d'];
  return Array.from({ length: 3000 }, () =>
    Array.from({ length: random(12) }, () => pool[random(pool.length)]).join(''),
  );
}
