/**
 * A large catalogue, always the same for the same size: the shop's own products and generated ones, each with its own
 * name, brand, category, words, skin types and price, modelled on a real one. Their pictures are hard links to the real
 * ones.
 */
import { cpSync, linkSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { anySkin, skinTypes } from '#lib/product-constants.ts';
import { randomFrom } from '../../support/random.ts';

/** A product's front matter before any schema; prices in rupees. */
export type Authored = { id: string; pattern: string; matter: Record<string, unknown> };

const moods = words(
  'Quiet Morning|Golden Hour|First Rain|Silk|Velvet|Cloud|Pearl|Amber|Temple|Garden|Monsoon|Desert|Moonlit|Coastal|Hill Station|Bazaar|Courtyard|Festival|Sunday|Evening|River|Meadow|Winter|Summer|Terrace',
);
const plants = words(
  'Saffron|Rose|Neem|Tulsi|Sandalwood|Vetiver|Turmeric|Jasmine|Marigold|Lotus|Hibiscus|Aloe|Amla|Brahmi|Manjistha|Licorice|Cucumber|Papaya|Pomegranate|Green Tea|Kokum|Rice Water|Coconut|Almond|Sesame|Moringa|Ashwagandha|Gotu Kola|Bakuchi|Calendula|Chamomile|Lavender|Mulberry|Fig|Honey|Oat|Niacinamide|Ceramide|Peptide|Squalane',
);
const kinds = {
  serum: words('Serum|Drops'),
  sunscreen: words('Sunscreen|Sun Veil'),
  moisturizer: words('Cream|Gel Cream'),
  cleanser: words('Cleanser|Face Wash'),
  toner: words('Toner|Mist'),
  mask: words('Mask|Clay Pack'),
  'face oil': words('Face Oil|Oil Elixir'),
  kit: words('Ritual Kit|Travel Kit'),
};
const brands = words(
  'Harita|Harita Veda|Harita Lab|Harita Sensitive|Harita Men|Harita Baby|Harita Sun|Harita Night',
);
const claims = words(
  'fragrance free|light on the skin|sinks in within a minute|made in small batches|never sticky|tested on sensitive skin|good under make-up|kind to the skin barrier|rich in antioxidants|calms redness|evens the look of tone|holds water for hours',
);
const openings = words(
  'A daily helper with|A slow ritual around|Everyday care built on|A small luxury with|Simple, steady care with|A weekend treat with',
);

function words(list: string): string[] {
  return list.split('|');
}

/** The n-th element of the endlessly repeated list. */
const at = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;

/** Steps through all combinations of mood, plant and kind; coprime to their number, so none comes twice. */
const step = 7919;
const categories = Object.keys(kinds) as (keyof typeof kinds)[];
const combinations = moods.length * plants.length * categories.length * 2;

/** Four letters that no other generated product has; the shop's own products have two. */
const codeOf = (n: number): string =>
  [0, 1, 2, 3].map((place) => String.fromCharCode(97 + (Math.floor(n / 26 ** place) % 26))).join('');

/**
 * The n-th generated product.
 * @param pattern front matter of the real product on which it is modelled
 */
export function inventProduct(n: number, pattern: Omit<Authored, 'pattern'>): Authored {
  const random = randomFrom(n).next;
  const any = <T>(list: readonly T[]): T => at(list, Math.floor(random() * list.length));
  const place = (n * step) % combinations;
  const mood = at(moods, place);
  const plant = at(plants, Math.floor(place / moods.length));
  const kind = Math.floor(place / moods.length / plants.length);
  const category = at(categories, kind);
  const name = `${mood} ${plant} ${at(kinds[category], Math.floor(kind / categories.length))}`;
  const skin = random() < 0.4 ? anySkin : any(skinTypes);
  const [first, second] = [any(claims), any(claims)];
  const originalPrice = 149 + Math.floor(random() * 120) * 10;
  return {
    id: name.toLowerCase().replaceAll(' ', '-'),
    pattern: pattern.id,
    matter: {
      ...pattern.matter,
      routine: pattern.matter.routine && { ...pattern.matter.routine, code: codeOf(n) },
      name,
      category,
      brand: any(brands),
      labelLine: `${plant.toUpperCase()} + ${any(plants).toLowerCase()}`,
      description: `${any(openings)} ${plant.toLowerCase()} and ${any(plants).toLowerCase()}: ${first}, ${second}. For ${mood.toLowerCase()} skin that asks for a good ${category}.`,
      price: Math.round(originalPrice * (0.7 + random() * 0.3)),
      originalPrice,
      order: 1000 + n,
      skinType: skin,
      skinTypes: skin === anySkin ? [...skinTypes] : [skin],
      features: [`${plant} extract`, `${at(skinTypes, n).replace(' Skin', '')} to normal skin`, first],
      spf: category === 'sunscreen' ? 30 + (n % 3) * 10 : undefined,
      bestseller: n % 50 === 0,
      openingStock: 1_000_000,
      aliases: undefined,
    },
  };
}

/** Ingredients of a catalogue of this size, real and invented: 3,000 for 10,000 products. */
const ingredientCount = (products: number): number => Math.round(products * 0.3);
/** Invented ingredients in the list of a generated product, besides those of its pattern. */
const inventedInList = 6;

const inventedName = (n: number): string => `${at(plants, n)} Ferment ${n}`;

/** An invented ingredient: the entry of a real one, under another name. */
const inventIngredient = (n: number, pattern: Record<string, unknown>): Record<string, unknown> => ({
  ...pattern,
  inci: inventedName(n),
  synonyms: [],
  name: `${at(moods, n)} ${at(plants, n)} ferment ${n}`,
});

/** A list with some of the invented ingredients. @param many of them */
function withInvented(list: string, n: number, many: number): string {
  const chosen = Array.from(
    { length: Math.min(many, inventedInList) },
    (_, k) => (n * inventedInList + k) % many,
  );
  return [list.replace(/\.$/, ''), ...chosen.map(inventedName)].join(', ');
}

const split = (text: string) => {
  const [, matter = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  return { matter: parse(matter) as Record<string, unknown>, body };
};

/**
 * Writes a copy of `content` whose catalogue has this number of products, and {@link ingredientCount} ingredients.
 * @param from the shop's own `content`; @param to a folder that does not exist yet
 */
export function writeCatalogue(from: string, to: string, count: number): void {
  cpSync(from, to, { recursive: true });
  const patterns = readdirSync(join(from, 'products'))
    .sort()
    .map((id) => ({ id, ...split(readFileSync(join(from, 'products', id, 'index.md'), 'utf8')) }));
  const entries = readdirSync(join(from, 'ingredients'));
  const invented = Math.max(0, ingredientCount(count) - entries.length);
  for (let n = 0; n < invented; n++) {
    const pattern = parse(readFileSync(join(from, 'ingredients', at(entries, n)), 'utf8'));
    writeFileSync(join(to, 'ingredients', `ferment-${n}.yaml`), stringify(inventIngredient(n, pattern)));
  }
  for (let n = 0; n < count - patterns.length; n++) {
    const pattern = at(patterns, n);
    const { id, matter } = inventProduct(n, pattern);
    if (invented) matter.ingredients = withInvented(String(matter.ingredients), n, invented);
    const folder = join(to, 'products', id);
    mkdirSync(folder);
    writeFileSync(join(folder, 'index.md'), `---\n${stringify(matter)}---\n${pattern.body}`);
    for (const { file } of pattern.matter.pictures as { file: string }[])
      linkSync(join(to, 'products', pattern.id, file), join(folder, file));
  }
}
