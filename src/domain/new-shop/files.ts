/** What the files of a new shop's content hold, from the answers of its owner (docs/behaviour.md, "A new shop"). Pure. */
import { categoryOfSlug } from '#domain/catalogue/category.ts';
import { slugOf } from '#domain/import/slug.ts';
import { type Answers, languageAnswers, paymentAnswers } from './answers.ts';
import { type Goods, goodsOf } from './goods.ts';

/** A file of YAML, as it is read and written. */
export type Values = Record<string, unknown>;
type List = readonly Values[];

/** Where parcels take longer than elsewhere, as most couriers have it. */
const far = [
  'Andaman and Nicobar Islands',
  'Arunachal Pradesh',
  'Assam',
  'Jammu and Kashmir',
  'Ladakh',
  'Lakshadweep',
  'Manipur',
  'Meghalaya',
  'Mizoram',
  'Nagaland',
  'Sikkim',
  'Tripura',
] as const;

const days = (fewest: number, most: number) => ({ days: { fewest, most }, noCashOnDelivery: false });

/** Days that nobody has to know the courier for. The file says that they are to be checked. */
function deliveryOf({ state }: Answers, before: Values): Values {
  const others = far.filter((one) => one !== state);
  const isNational = ({ name }: Values) =>
    /^(Republic Day|Independence Day|Gandhi Jayanti)$/.test(String(name));
  return {
    sample: true,
    cutOff: before.cutOff,
    workingDays: before.workingDays,
    holidays: (before.holidays as List).filter(isNational),
    zones: [
      { name: state, states: [state], ...days(2, 5) },
      { name: 'the north-east, Jammu and Kashmir, Ladakh and the islands', states: others, ...days(6, 12) },
      { name: 'everywhere else', ...days(3, 8) },
    ],
  };
}

const taxOf = ({ name, state }: Answers, { rates }: Goods, before: Values): Values => {
  const letters = slugOf(name)
    .replace(/[^a-z]/g, '')
    .toUpperCase()
    .padEnd(2, 'X')
    .slice(0, 2);
  return {
    sample: true,
    supplier: { state },
    series: { invoice: `${letters}T`, creditNote: `${letters}C`, debitNote: `${letters}D` },
    ...(before.ewayBill ? { ewayBill: before.ewayBill } : {}),
    defaults: { hsn: rates[0].hsn, unit: 'NOS' },
    goods: rates.map(({ hsn, description, percent }) => ({
      hsn,
      description,
      rates: [
        {
          from: new Date('2025-09-22'),
          percent,
          source: { title: 'Notification 9/2025-Central Tax (Rate)', year: 2025 },
        },
      ],
    })),
  };
};

function couriersOf({ courier }: Answers, before: Values): Values {
  const known = before.couriers as List;
  return {
    sample: true,
    couriers: courier.map(
      ({ name, trackingUrl }) =>
        known.find((one) => one.name === name && !trackingUrl) ?? {
          name,
          trackingUrl,
          pattern: '[A-Z\\d]{6,30}',
          numbers: '6 to 30 letters and digits',
        },
    ),
  };
}

/** Settings that the owner has not been asked for: they stay, and the deployment names them. */
const toConfirm = (answers: Answers): string[] => [
  'url: is not the address of a shop yet: enter yours',
  "legal.entity: is the name of the shop: enter the company's or owner's, as registered",
  'care.replyHours: promises an answer in this time: confirm',
  'delivery: has the amounts and days that every new shop begins with: confirm',
  'returns: has the days and the condition that every new shop begins with: confirm',
  'welcome: promises a discount to subscribers: confirm',
  ...(answers.pay.includes('bank transfer')
    ? ['bankTransfer: waits for your account: enter it, and switch `offered` on']
    : []),
];

function storeOf(answers: Answers, { words, isForSkin }: Goods, before: Values): Values {
  const { name, gstin, pay } = answers;
  const offered = Object.fromEntries(
    Object.entries(paymentAnswers).map(([answer, field]) => [
      field,
      {
        ...(before[field] as Values | undefined),
        offered: answer !== 'bank transfer' && pay.includes(answer as keyof typeof paymentAnswers),
      },
    ]),
  );
  const kept = ['limits', 'welcome', 'retention', 'invoices', 'refunds', 'prepaid'] as const;
  const { excluded: _, ...returns } = before.returns as Values;
  const laws =
    (before.samples as string[] | undefined)?.filter((entry) => entry.startsWith('retention.')) ?? [];
  return {
    banner: [],
    name,
    tagline: `${words.charAt(0).toUpperCase()}${words.slice(1)}, delivered in India`,
    description: `An online shop for ${words} in India. Each product has a page with its price, its contents and its stock.`,
    url: `https://${slugOf(name).slice(0, 60).replace(/-$/, '')}.example`,
    legal: { entity: name, ...(gstin && { gstin }) },
    says: { collection: `All products of ${name}, with their prices.` },
    care: { replyHours: 48 },
    currency: before.currency,
    delivery: { ...(before.delivery as Values), promise: 'Delivery is usually 3-8 business days' },
    ...offered,
    // The texts about ingredients say why “we” use each: they are off until somebody has read them.
    features: { skin: isForSkin, routine: isForSkin, ingredients: false, journal: false, results: false },
    returns,
    ...Object.fromEntries(kept.flatMap((field) => (before[field] ? [[field, before[field]]] : []))),
    samples: [...toConfirm(answers), ...laws],
  };
}

/** The words of the languages that nobody searches in are left out. */
const withLanguages = (concepts: unknown, left: readonly string[]): unknown =>
  Array.isArray(concepts)
    ? concepts.map((concept: Values) =>
        Object.fromEntries(Object.entries(concept).filter(([field]) => !left.includes(field))),
      )
    : concepts;

/** Groups of words that are about skin. */
const aboutSkin = [
  'concerns',
  'textures',
  'times',
  'seasons',
  'ingredients',
  'types',
  'skins',
  'freeFrom',
  'kinds',
];

/** Words without a meaning have the name of the shop: people type it. @param names before, and now */
const withName = (grammar: Values, [old, name]: readonly [string, string]): Values => ({
  ...grammar,
  filler: [
    ...String(grammar.filler)
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== old.toLowerCase()),
    ...name
      .toLowerCase()
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .filter((word) => word.length > 2),
  ].join(', '),
});

function searchOf(
  { search }: Answers,
  { categories, isForSkin }: Goods,
  before: Values,
  names: readonly [string, string],
): Values {
  const left = Object.entries(languageAnswers).flatMap(([answer, field]) =>
    search.includes(answer as keyof typeof languageAnswers) ? [] : [field],
  );
  const known = new Set(Object.keys(categories).map(categoryOfSlug));
  const types = (before.types as { categories: string[] }[])
    .map((type) => ({ ...type, categories: type.categories.filter((name) => known.has(name)) }))
    .filter((type) => type.categories.length);
  const groups = Object.entries({ ...before, types }).map(([group, concepts]) => [
    group,
    !isForSkin && aboutSkin.includes(group) ? [] : withLanguages(concepts, left),
  ]);
  return { ...Object.fromEntries(groups), grammar: withName(before.grammar as Values, names), popular: [] };
}

const homeOf = ({ name }: Answers, { words }: Goods): Values => ({
  sections: [
    {
      type: 'hero',
      sample: false,
      eyebrow: `${words.charAt(0).toUpperCase()}${words.slice(1)}`,
      title: `Welcome to ${name}`,
      text: `An online shop for ${words}, with delivery in India.`,
      button: 'See the collection',
    },
    {
      type: 'latest',
      sample: false,
      title: 'Our products',
      text: 'Some of what we sell.',
      link: 'Shop the whole collection',
    },
    { type: 'ways', sample: false },
    {
      type: 'newsletter',
      sample: false,
      title: 'Emails, now and then',
      text: 'We write only about new products. Our first email has a code for {{welcome.percent}} off one order of {{welcome.minOrder}} or more: one code for each email address.',
      button: 'Subscribe',
      note: 'Unsubscribe at any time.',
    },
  ],
});

const link = (label: string, to: string) => ({ label, to });

function navigationOf({ isForSkin }: Goods): Values {
  const skin = isForSkin ? [link('My skin', '/skin'), link('Plan a routine', '/routine')] : [];
  return {
    header: [
      link('HOME', '/'),
      { label: 'SHOP', inMenu: 'COLLECTION', to: '/collection' },
      link('CONTACT', '/contact'),
    ],
    menu: [
      ...skin,
      link('Wish list', '/wishlist'),
      link('Track order', '/contact#track'),
      link('Help', '/contact#faqs'),
    ],
    footer: [
      {
        title: 'Quick Links',
        links: [
          link('Shop All', '/collection'),
          link('New Arrivals', '/collection?only=new'),
          link('Best Sellers', '/collection?only=bestsellers'),
          link('Sale', '/collection?only=sale'),
          ...skin,
        ],
      },
      {
        title: 'Customer Care',
        links: [
          link('Contact Us', '/contact'),
          link('FAQs', '/contact#faqs'),
          link('Shipping & Returns', '/contact#returns'),
          link('Store Policy', '/contact#policies'),
          link('Payment Methods', '/contact#payments'),
          link('Track Order', '/contact#track'),
        ],
      },
    ],
  };
}

/** Files that are read, since a new shop keeps a part of what they say. */
export const baseFiles = ['store.yaml', 'delivery.yaml', 'tax.yaml', 'couriers.yaml', 'search.yaml'] as const;
export type Base = Record<(typeof baseFiles)[number], Values>;

const withStep = (isForSkin: boolean, { step, ...category }: Goods['categories'][string]) => ({
  ...category,
  ...(isForSkin && step ? { step } : {}),
});

/** The YAML files of a new shop by their names, as they differ from those of the folder. @param base what the folder has */
export function filesOf(answers: Answers, base: Base): Record<string, Values> {
  const goods = goodsOf(answers.sells, slugOf(answers.sells).slice(0, 40));
  const categories = Object.entries(goods.categories).map(([slug, category], n) => [
    `categories/${slug}.yaml`,
    { ...withStep(goods.isForSkin, category), order: 10 * (n + 1) },
  ]);
  return {
    'store.yaml': storeOf(answers, goods, base['store.yaml']),
    'delivery.yaml': deliveryOf(answers, base['delivery.yaml']),
    'tax.yaml': taxOf(answers, goods, base['tax.yaml']),
    'couriers.yaml': couriersOf(answers, base['couriers.yaml']),
    'search.yaml': searchOf(answers, goods, base['search.yaml'], [
      String(base['store.yaml'].name),
      answers.name,
    ]),
    'home.yaml': homeOf(answers, goods),
    'collection.yaml': {},
    'navigation.yaml': navigationOf(goods),
    'redirects.yaml': { redirects: [] },
    'sales.yaml': { sales: [] },
    ...Object.fromEntries(categories),
  };
}

const keptAlways =
  /^(collections\.ts|contact\.yaml|courier-(exports|statuses)\.yaml|(brand|policies|faqs)\/.*)$/;
const keptForSkin = /^(skin\.yaml|routine\.yaml|ingredients\/.*)$/;

/** Which files of the folder a new shop does not keep: goods, people, articles and pictures of the shop before. */
export function filesToRemove({ sells }: Pick<Answers, 'sells'>, names: readonly string[]): string[] {
  const { isForSkin } = goodsOf(sells, 'goods');
  const rewritten = new Set<string>([
    ...baseFiles,
    ...['home.yaml', 'collection.yaml', 'navigation.yaml', 'redirects.yaml', 'sales.yaml'],
  ]);
  return names.filter(
    (name) => !(keptAlways.test(name) || rewritten.has(name) || (isForSkin && keptForSkin.test(name))),
  );
}

/** A claim of the shop before: words that nothing proves, and the file that says them (`claims` of the settings). */
export type Claim = { says: string; in: string };

/** A text without the sentences that make a claim; its first sentence stays. */
export const withoutClaims = (text: string, claims: readonly Claim[]): string =>
  claims.reduce((rest, { says }) => {
    const words = says.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return rest.replace(new RegExp(`(?<=[.!?]) [^.!?\\n]*${words}[^.!?\\n]*[.!?]`, 'g'), '');
  }, text);

/** Sections of policies that are about goods for the skin, by their headings. */
const cosmeticSections = ['Our products', 'If your skin reacts'];

/** A policy without the sections that are not about what is sold. @param sells the answer */
export function policyFor({ sells }: Pick<Answers, 'sells'>, text: string): string {
  if (goodsOf(sells, 'goods').isCosmetic) return text;
  return cosmeticSections.reduce(
    (rest, heading) =>
      rest.replace(new RegExp(`## ${heading}\\n[\\s\\S]*?(?=\\n## |$)`), '').replace(/\n{3,}/g, '\n\n'),
    text,
  );
}
