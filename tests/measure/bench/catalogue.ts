/**
 * Projects with large catalogues, always the same for the same size: the shop's own products, and copies of them with names,
 * words, skin types and prices of their own. The copies' pictures are hard links to those of their patterns, or files of
 * their own, which a build has to work on as on any other.
 */
import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { anySkin, skinTypes } from '#lib/product-constants.ts';
import { root } from '#tools/lib/content.ts';
import { randomFrom } from '../../support/random.ts';
import { copyShop } from '../../support/shop-copy.ts';

/**
 * Texts as long, and as hard to compress, as those that they are made from.
 * @param texts whose words follow each other in what is written
 * @param length characters of a text, about @returns writes the n-th text, always the same
 */
function textWriter(texts: readonly string[], length: number): (n: number) => string {
  const followers = new Map<string, string[]>();
  for (const text of texts) {
    const words = text.split(/\s+/).filter((word) => /^[\p{L}\p{N}’.,:;-]+$/u.test(word));
    for (const [n, word] of words.entries())
      followers.set(word, [...(followers.get(word) ?? []), words[n + 1] ?? words[0] ?? '']);
  }
  const all = [...followers.keys()];
  return (n) => {
    const dice = randomFrom(n);
    const draw = (from: readonly string[]) => from[dice.between(0, from.length - 1)] ?? '';
    let word = draw(all);
    let text = word;
    while (text.length < length) {
      word = draw(followers.get(word) ?? all);
      text += ` ${word}`;
    }
    return text;
  };
}

/** A file's fields before any schema. */
type Fields = Record<string, unknown>;

const moods =
  'Quiet Morning|Golden Hour|First Rain|Silk|Velvet|Cloud|Pearl|Amber|Temple|Garden|Monsoon|Desert|Moonlit|Coastal|Hill Station|Bazaar|Courtyard|Festival|Sunday|Evening|River|Meadow|Winter|Summer|Terrace'.split(
    '|',
  );
const plants =
  'Saffron|Rose|Neem|Tulsi|Sandalwood|Vetiver|Turmeric|Jasmine|Marigold|Lotus|Hibiscus|Aloe|Amla|Brahmi|Manjistha|Licorice|Cucumber|Papaya|Pomegranate|Green Tea|Kokum|Rice Water|Coconut|Almond|Sesame|Moringa|Ashwagandha|Gotu Kola|Bakuchi|Calendula|Chamomile|Lavender|Mulberry|Fig|Honey|Oat|Niacinamide|Ceramide|Peptide|Squalane'.split(
    '|',
  );
/** Kinds with their categories. */
const kinds = Object.entries({
  Serum: 'serum',
  Drops: 'serum',
  Sunscreen: 'sunscreen',
  'Sun Veil': 'sunscreen',
  Cream: 'moisturizer',
  'Gel Cream': 'moisturizer',
  Cleanser: 'cleanser',
  'Face Wash': 'cleanser',
  Toner: 'toner',
  Mist: 'toner',
  Mask: 'mask',
  'Clay Pack': 'mask',
  'Face Oil': 'face oil',
  'Oil Elixir': 'face oil',
  'Ritual Kit': 'kit',
  'Travel Kit': 'kit',
});
const brands = ['Harita', 'Harita Veda', 'Harita Lab', 'Harita Sensitive', 'Harita Sun', 'Harita Night'];

/** The n-th element of the endlessly repeated list. */
const at = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;

/** Coprime to the number of all names, so that none comes twice. */
const step = 7919;
const nameCount = moods.length * plants.length * kinds.length;

/** Four letters that no other copy has; the shop's own products have two. */
const codeOf = (n: number): string =>
  [0, 1, 2, 3].map((place) => String.fromCharCode(97 + (Math.floor(n / 26 ** place) % 26))).join('');

/** The n-th copy. @param pattern the fields of the real product */
export function inventProduct(n: number, pattern: Fields): { id: string; fields: Fields } {
  const place = (n * step) % nameCount;
  const [mood, plant] = [at(moods, place), at(plants, Math.floor(place / moods.length))];
  const [kind, category] = at(kinds, Math.floor(place / moods.length / plants.length));
  const name = `${mood} ${plant} ${kind}`;
  const skin = at([anySkin, ...skinTypes], n);
  const originalPrice = 149 + ((n * 37) % 120) * 10;
  const fields = {
    ...pattern,
    name,
    category,
    brand: at(brands, n),
    labelLine: `${plant.toUpperCase()} + ${at(plants, n).toLowerCase()}`,
    price: Math.round(originalPrice * (1 - (n % 30) / 100)),
    originalPrice,
    order: 1000 + n,
    skinType: skin,
    skinTypes: skin === anySkin ? [...skinTypes] : [skin],
    features: [`${plant} extract`, `For ${mood.toLowerCase()} skin`, 'Never sticky'],
    spf: category === 'sunscreen' ? 30 + (n % 3) * 10 : undefined,
    bestseller: n % 50 === 0,
    routine: pattern.routine && { ...pattern.routine, code: codeOf(n) },
    // No two products may have the same.
    aliases: undefined,
    sku: undefined,
    barcode: undefined,
    variants: undefined,
  };
  return { id: name.toLowerCase().replaceAll(' ', '-'), fields };
}

const inventedName = (n: number): string => `${at(plants, n)} Ferment ${n}`;

/** A list with six of the invented ingredients. @param many of them */
const withInvented = (list: unknown, n: number, many: number): string =>
  [
    String(list).replace(/\.$/, ''),
    ...Array.from({ length: 6 }, (_, k) => inventedName((n * 6 + k) % many)),
  ].join(', ');

/** Characters of a description, as in the tests' own products. */
const descriptionLength = 150;

/**
 * Adds products to a copy of `content` until there are so many, and ingredients: 3 for 10 products.
 * @param ownPictures no two products share the file of a picture
 */
export function addProducts(content: string, count: number, ownPictures = false): void {
  const ingredients = readdirSync(join(content, 'ingredients'));
  const invented = Math.max(0, count * 0.3 - ingredients.length);
  for (let n = 0; n < invented; n++) {
    const pattern = parse(readFileSync(join(content, 'ingredients', at(ingredients, n)), 'utf8'));
    const name = `${at(moods, n)} ${at(plants, n)} ferment ${n}`;
    const ingredient = stringify({ ...pattern, inci: inventedName(n), synonyms: [], name });
    writeFileSync(join(content, 'ingredients', `ferment-${n}.yaml`), ingredient);
  }
  const patterns = readdirSync(join(content, 'products')).map((folder) => {
    const [, fields = '', text = ''] = readFileSync(
      join(content, 'products', folder, 'index.md'),
      'utf8',
    ).split(/^---$/m);
    return { folder, fields: parse(fields), text };
  });
  const write = textWriter(
    patterns.flatMap(({ fields, text }) => [fields.description, text]),
    descriptionLength,
  );
  for (let n = 0; n < count - patterns.length; n++) {
    const pattern = at(patterns, n);
    const { id, fields } = inventProduct(n, { ...pattern.fields, description: write(n) });
    if (invented) fields.ingredients = withInvented(fields.ingredients, n, invented);
    const folder = join(content, 'products', id);
    mkdirSync(folder);
    writeFileSync(join(folder, 'index.md'), `---\n${stringify(fields)}---${pattern.text}`);
    for (const { file } of pattern.fields.pictures) {
      const picture = join(content, 'products', pattern.folder, file);
      // What follows the end of a picture is not shown, but makes it another file.
      if (ownPictures)
        writeFileSync(join(folder, file), Buffer.concat([readFileSync(picture), Buffer.from(id)]));
      else linkSync(picture, join(folder, file));
    }
  }
}

/** The project with this number of products, without build output and caches. @returns its folder */
export function newProject(products: number, ownPictures = false): string {
  const folder = join(root, '.cache', 'bench', String(products));
  rmSync(folder, { recursive: true, force: true });
  copyShop(folder);
  addProducts(join(folder, 'content'), products, ownPictures);
  return folder;
}
