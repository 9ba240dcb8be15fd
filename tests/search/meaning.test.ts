/** What texts mean, over the shop's own content. */
import { describe, expect, test } from 'vitest';
import { makePopular } from '#domain/search/make-popular.ts';
import { readSearch } from '#tools/lib/content.ts';
import { find, findAmong, lookup, products, search, serviceFor } from './real-engine.ts';

/** The chips of a text. */
const chips = (q: string): string[] => search(q).understood.map(({ label }) => label);

describe('prices', () => {
  test.each([
    ['under 500', 'under ₹500'],
    ['500 se kam', 'under ₹500'],
    ['५०० से कम', 'under ₹500'],
    ['₹500', 'under ₹500'],
    ['rs 500 tak', 'under ₹500'],
    ['upto 1,000', 'under ₹1,000'],
    ['paanch sau se kam', 'under ₹500'],
    ['पाँच सौ तक', 'under ₹500'],
    ['five hundred rupees', 'under ₹500'],
    ['< 500', 'under ₹500'],
    ['budget 500', 'under ₹500'],
    ['300-600', '₹300 to ₹600'],
    ['300 – ₹600', '₹300 to ₹600'],
    ['between 600 and 300', '₹300 to ₹600'],
    ['between 150 and 80', '₹80 to ₹150'],
    ['150 and 80', 'under ₹150'],
    ['300 se 600 ke beech', '₹300 to ₹600'],
    ['300 to 600', '₹300 to ₹600'],
    ['above 600', 'above ₹600'],
    ['600 se zyada', 'above ₹600'],
    ['499.50 se kam', 'under ₹499.50'],
  ])('%s', (q, label) => expect(chips(q)).toEqual([label]));
  test.each([
    'spf 50',
    'spf 50 wali sunscreen',
    'serum for under 30',
    'niacinamide 10%',
    'vitamin c 10 ka serum',
    '30 ml',
    '3 step',
    'vitamin c 10',
  ])('%s is no price', (q) => expect(search(q).understood.some(({ kind }) => kind === 'price')).toBe(false));
});

describe('exclusions', () => {
  test.each([
    ['without fragrance', ['no fragrance']],
    ['fragrance-free', ['no fragrance']],
    ['bina khushboo wali cream', ['no fragrance', 'moisturiser']],
    ['khushboo ke bina cream', ['no fragrance', 'moisturiser']],
    ['sunscreen bina khushboo ke', ['sunscreen', 'no fragrance']],
    ['सुगंध रहित', ['no fragrance']],
    ['unscented', ['no fragrance']],
    ['oil free', ['no oils']],
    ['oil', ['face oil']],
    ['vegan serum', ['no animal ingredients', 'serum']],
    ['serum without niacinamide', ['serum', 'no niacinamide']],
    ['face wash without soap', ['cleanser']],
  ])('%s', (q, labels) => expect(chips(q)).toEqual(labels));
  test('an ingredient that is not wanted is in no result', () =>
    expect(find('serum without niacinamide')).not.toContain('niacinamide-clarity-serum'));
});

describe('less oil on the skin is no oil', () => {
  const oils = [...products].filter(([, { category }]) => category === 'face oil').map(([id]) => id);
  const forOilySkin = (id: string) => products.get(id)?.tags.includes('oiliness');
  test.each([
    'chehre ka tel kam karne wala',
    'तेल कम करने वाला',
    'चेहरे का तेल हटाने वाला',
    'ऑयल कंट्रोल',
    'तेल नियंत्रण',
    'tel ko kam kare',
    'tel hatane wala',
    'skin ka oil kaise kam kare',
    'skin pe oil bahut aata hai',
    'chehre ki chiknai kam kare',
    'oil control',
    'sebum control',
    'less oil',
    'reduce oil on face',
    'remove excess oil',
  ])('%s', (q) => {
    expect(chips(q)).toEqual(['oily, shiny skin']);
    expect(find(q).length).toBeGreaterThan(2);
    expect(find(q).filter((id) => !forOilySkin(id) || oils.includes(id))).toEqual([]);
  });
  test.each([
    ['chehre ka tel kam karne wala face wash', ['oily, shiny skin', 'cleanser']],
    ['तेल कम करने वाली क्रीम', ['oily, shiny skin', 'moisturiser']],
    ['oil control acne serum', ['oily, shiny skin', 'acne and pimples', 'serum']],
    ['oil removing face wash', ['oily, shiny skin', 'cleanser']],
  ])('%s: of this type', (q, labels) => expect(chips(q)).toEqual(labels));
  test.each([
    'oil free',
    'oil-free',
    'oilfree',
    'tel rahit',
    'तेल रहित',
    'bina tel',
    'बिना तेल',
    'tel mukt',
    'no oil',
    'oil ke bina',
  ])('%s finds no oil', (q) => {
    expect(chips(q)).toEqual(['no oils']);
    expect(find(q).length).toBeGreaterThan(2);
    expect(find(q).filter((id) => oils.includes(id))).toEqual([]);
  });
  test.each([
    'face oil',
    'चेहरे का तेल',
    'kam daam ka tel',
    '2000 se kam ka face oil',
    'oil less than 2000',
    'oil to reduce pimples',
    'oil for reducing dark spots',
    'daag kam karne wala tel',
    'less sticky oil',
  ])('%s still finds an oil', (q) => expect(find(q)).toEqual(expect.arrayContaining(oils)));
});

test('popular searches of the content find products; one that does not is left out', () => {
  const content = readSearch();
  expect(makePopular(content, products, lookup)).toEqual(content.popular);
  const more = { ...content, popular: ['lipstick', ...content.popular, 'shampoo'] };
  expect(makePopular(more, products, lookup)).toEqual(content.popular);
  expect(makePopular(content, new Map(), lookup)).toEqual([]);
});

describe('chips', () => {
  test('each can be removed from the text', () =>
    expect(
      search('acne serum under ₹500 for oily skin').understood.map(({ label, rest }) => [label, rest]),
    ).toEqual([
      ['acne and pimples', 'serum under ₹500 for oily skin'],
      ['serum', 'acne under ₹500 for oily skin'],
      ['under ₹500', 'acne serum oily skin'],
      ['oily skin', 'acne serum under ₹500'],
    ]));
  test('what is said twice has one, which removes both', () =>
    expect(search('bina khushboo under 500 fragrance free ₹500 serum').understood).toEqual([
      { kind: 'without', id: 'fragrance', label: 'no fragrance', rest: 'under 500 ₹500 serum' },
      { kind: 'price', id: 'price', label: 'under ₹500', rest: 'bina khushboo fragrance free serum' },
      { kind: 'type', id: 'serum', label: 'serum', rest: 'bina khushboo under 500 fragrance free ₹500' },
    ]));
  test('a concept that is named twice has one', () =>
    expect(chips('muhase pimple')).toEqual(['acne and pimples']));
  test('the rest is in composed form', () =>
    expect(search('रूखी त्वचा बढ़िया'.normalize('NFD')).understood[0]?.rest).toBe('बढ़िया'.normalize('NFC')));
  test('there is none for what is not sold', () =>
    expect(search('lipstick under 500').understood).toEqual([]));
});

describe('results', () => {
  test('skin types are a filter', () => {
    expect(find('cream for oily skin')).not.toContain('barrier-cream');
    expect(find('rukhi twacha ke liye cream')[0]).toBe('barrier-cream');
  });
  test('the skin type of the filter applies to all', () =>
    expect(find('cream', { skin: 'Sensitive Skin' })).not.toContain('aloe-gel-cream'));
  test('sorting by price sorts all', () => {
    const prices = search('serum', { sort: 'low-high' }).products.map(({ price }) => price);
    expect(prices).toEqual([...prices].sort((a, b) => a - b));
  });
  test('the whole name of a product is not its words', () =>
    expect(find('barrier cream')).toEqual(['barrier-cream']));
  test('the last word may be unfinished', () => {
    expect(find('hald')).toContain('turmeric-clay-mask');
    expect(find('chand')).toContain('kumkumadi-face-oil');
  });
  test('what is for the night alone comes before what is for night and day', () => {
    const [cream] = [...products.values()].filter(({ category }) => category === 'moisturizer');
    if (!cream) throw new Error('no cream');
    const both = { ...cream, tags: ['night', 'morning'], bestseller: true, order: 1 };
    const alone = { ...cream, tags: ['night'], bestseller: false, order: 2 };
    const all = new Map([
      ['both', both],
      ['alone', alone],
    ]);
    expect(findAmong(all, 'raat ki cream')).toEqual(['alone', 'both']);
  });
  test('two concerns: what meets both comes first, what meets one follows', () => {
    const found = find('dullness and dark spots');
    expect(found[0]).toBe('vitamin-c-glow-serum');
    expect(found).toContain('niacinamide-clarity-serum');
  });
  test('what meets much less than the best is left out', () =>
    expect(find('dark spots gel')).toEqual(['niacinamide-clarity-serum', 'vitamin-c-glow-serum']));
  test('a long word may lack three vowels', () => expect(find('pgmentatn')).toEqual(find('pigmentation')));
  test.each(['laptop', 'best laptop', 'laptop under 500', 'lipstick', 'hair serum', 'baalon ka tel', 'शैम्पू'])(
    '%s is not sold',
    (q) => expect(find(q)).toEqual([]),
  );
  test('what the note for pregnancy says is true of every product with the tag', () => {
    const tagged = [...products.values()].filter(({ tags }) => tags.includes('pregnancy'));
    expect(tagged.length).toBeGreaterThan(0);
    for (const { name, ingredients } of tagged)
      expect(ingredients, name).not.toMatch(/Retin|Bakuchiol|Salicylic Acid/);
  });
  test('a note is shown with what it belongs to', () =>
    expect(search('pregnancy safe sunscreen').notes).toEqual([expect.stringContaining('ask your doctor')]));
});

describe('pages instead of products', () => {
  test.each([
    ['track order', '/track'],
    ['Track my order', '/track'],
    ['where is my order', '/track'],
    ['order kaha hai', '/track'],
    ['mera order kab aayega', '/track'],
    ['ऑर्डर कहाँ है', '/track'],
    ['parcel not received', '/track'],
    ['traking', '/track'],
    ['return', '/contact#returns'],
    ['retrun', '/contact#returns'],
    ['return policy', '/contact#returns'],
    ['वापसी', '/contact#returns'],
    ['refund', '/policies/refund'],
    ['refund kab milega', '/policies/refund'],
    ['paise wapas', '/policies/refund'],
    ['cancel', '/orders'],
    ['order cancel karna hai', '/orders'],
    ['रद्द', '/orders'],
    ['contact', '/contact'],
    ['customer care number', '/contact'],
    ['cod', '/contact#payments'],
    ['COD available?', '/contact#payments'],
    ['cash on delivery', '/contact#payments'],
    ['delivery charges', '/policies/shipping'],
    ['gift card', '/collection?only=kit'],
    ['login', '/account'],
  ])('%s: %s', (q, link) => {
    expect(serviceFor(q)?.link).toBe(link);
  });
  test.each([
    'serum',
    'oily skin order',
    'retinol',
    'order face wash',
    'cream',
    'haldi',
    'kit',
    'kesar',
    'oats',
  ])('%s is about products', (q) => {
    expect(serviceFor(q)).toBeNull();
    expect(find(q).length).toBeGreaterThan(0);
  });
});
