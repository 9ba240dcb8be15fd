/** The preview beside the fields, in the shop's type and colours. */
import CMS, { type CustomPreviewTemplate, type CustomPreviewTemplateProps } from '@sveltia/cms';
import { createElement as h, type ReactNode } from 'react';
import { amountsFor, type Priced } from '#domain/catalogue/amounts.ts';
import { slugOfCategory } from '#domain/catalogue/category.ts';
import { storeFacts } from '#domain/policies/references.ts';
import { type Facts, fillIn } from '#lib/fill-in.ts';
import { discountPercent, formatPrice, toPaise } from '#lib/money.ts';
import { anySkin } from '#lib/product-constants.ts';
import { attempt, readCategories, readOne, readProducts } from '#tools/lib/check-content.ts';
import { contentTypes } from '../../content/collections.ts';
import style from './preview.css?url';
import { filesIn, readSnapshot } from './snapshot.ts';

type Props = CustomPreviewTemplateProps;
type Look = (at: Reader, props: Props) => ReactNode[];

/** Reads the current input; any field may be missing. */
type Reader = {
  text: (...path: (string | number)[]) => string;
  count: (...path: (string | number)[]) => number;
};

const reader = ({ entry }: Props): Reader => {
  const at = (path: (string | number)[]): unknown => entry.getIn(['data', ...path]);
  return {
    text: (...path) => String(at(path) ?? ''),
    count: (...path) => (at(path) as { size?: number } | undefined)?.size ?? 0,
  };
};

const times = (count: number, one: (index: number) => ReactNode): ReactNode[] =>
  Array.from({ length: count }, (_, index) => one(index));

/** A field as the CMS itself renders it: a picture, or a text with its headings. */
const rendered = ({ widgetFor }: Props, field: string): ReactNode =>
  h('div', { key: field, className: 'shown' }, widgetFor(field));

/** The price as the shop shows it; empty while the input is no price. */
const price = (typed: string): string => {
  const paise = toPaise(Number(typed));
  return typed && paise !== undefined ? formatPrice(paise) : '';
};

function prices({ text }: Reader): ReactNode {
  const [now, mrp] = [text('price'), text('originalPrice')];
  const off = discountPercent(toPaise(Number(now)) ?? 0, toPaise(Number(mrp)) ?? 0);
  const reduced = off > 0 ? [' ', h('s', { key: 'mrp' }, price(mrp)), ` ${off}% off`] : [];
  const taxes = h('small', { key: 'taxes' }, ' inclusive of all taxes');
  return h('p', { key: 'price', className: 'price' }, h('strong', null, price(now)), ...reduced, taxes);
}

/** A heading with what is below it, where there is something. */
const section = (title: string, count: number, ...parts: ReactNode[]): ReactNode =>
  count > 0 && h('section', { key: title }, h('h2', null, title), ...parts);

/** A list of texts. */
const items = ({ text, count }: Reader, list: 'ul' | 'ol', field: string): ReactNode =>
  h(list, { key: field }, ...times(count(field), (i) => h('li', { key: i }, text(field, i))));

/** In the order of the product's page. */
const product: Look = (input, props) => {
  const amounts = amountsOf(input);
  const at: Reader = { ...input, text: (...path) => filled(input.text(...path), amounts) };
  const { text, count } = at;
  const skin =
    text('skinType') === anySkin
      ? anySkin
      : times(count('skinTypes'), (i) => text('skinTypes', i)).join(', ');
  const fact = (name: string, value: string) =>
    value && h('p', { key: name, className: 'fact' }, h('span', null, name), value);
  return [
    h('div', { key: 'picture', className: 'square' }, rendered(props, 'pictures.0.file')),
    h(
      'p',
      { key: 'brand', className: 'eyebrow' },
      [text('brand'), categories.get(slugOfCategory(text('category')))?.label ?? text('category')]
        .filter(Boolean)
        .join(' · '),
    ),
    h('h1', { key: 'name' }, text('name')),
    h('p', { key: 'line', className: 'label-line' }, text('labelLine')),
    prices(at),
    h('p', { key: 'description' }, text('description')),
    fact(text('volume') ? 'Volume' : 'Net quantity', text('netQuantity')),
    fact('Skin type', skin),
    section('Benefits', count('benefits'), items(at, 'ul', 'benefits')),
    section(
      'Key ingredients',
      count('keyIngredients'),
      ...times(count('keyIngredients'), (i) =>
        h(
          'p',
          { key: i },
          h('strong', null, text('keyIngredients', i, 'name')),
          ' ',
          text('keyIngredients', i, 'what'),
        ),
      ),
    ),
    section('All ingredients', text('ingredients').length, h('p', null, text('ingredients'))),
    richText(text('body')),
    section('How to use', count('howToUse'), items(at, 'ol', 'howToUse')),
    section('Questions, answered', count('faqs'), ...questions(at, 'faqs')),
  ];
};

/** Questions with their answers. */
const questions = ({ text, count }: Reader, field: string): ReactNode[] =>
  times(count(field), (i) => [
    h('h3', { key: `q${i}` }, text(field, i, 'question')),
    h('p', { key: `a${i}` }, filled(text(field, i, 'answer'))),
  ]);

const article: Look = (at, props) => [
  h('p', { key: 'tag', className: 'eyebrow' }, at.text('tag')),
  h('h1', { key: 'title' }, at.text('title')),
  h('p', { key: 'lead' }, at.text('description')),
  rendered(props, 'picture.file'),
  rendered(props, 'body'),
];

const store: Look = (at) => [
  ...times(at.count('banner'), (i) => h('p', { key: i, className: 'banner' }, at.text('banner', i))),
  h('h1', { key: 'name' }, at.text('name')),
  h('p', { key: 'tagline', className: 'eyebrow' }, at.text('tagline')),
  h('p', { key: 'description' }, at.text('description')),
  h(
    'p',
    { key: 'care' },
    `${at.text('care', 'phone')} · ${at.text('care', 'email')} · ${at.text('care', 'hours')}`,
  ),
];

/** The facts of the shop by their names, such as `returns.days`. */
let facts: Facts = {};
let products: ReturnType<typeof readProducts> = new Map();
let categories: ReturnType<typeof readCategories> = new Map();

async function loadFacts(): Promise<void> {
  const snapshot = await readSnapshot();
  if (!snapshot) return;
  const files = filesIn(snapshot);
  const read = () => storeFacts(readOne(files, contentTypes.store), readOne(files, contentTypes.delivery));
  facts = attempt(read, () => {}) ?? {};
  products = readProducts(files, () => {});
  categories = readCategories(files, () => {});
}

/** An unknown name stays, so that the editor sees it. */
const filled = (text: string, names = facts): string => fillIn(text, names, '', () => {});

/** The amounts that texts of this product may name, with the prices as they are typed. */
function amountsOf({ text, count }: Reader): Facts {
  const amount = (field: string) => toPaise(Number(text(field))) ?? 0;
  const own = {
    price: amount('price'),
    ...(text('originalPrice') && { originalPrice: amount('originalPrice') }),
    parts: Array.from({ length: count('parts') }, (_, i) => text('parts', i)),
  };
  // An id that no product has.
  return amountsFor('', new Map<string, Priced>([...products, ['', own]]));
}

/** A text with headings, as the CMS renders it. */
const richText = (text: string): ReactNode =>
  h('div', {
    key: `body ${text}`,
    className: 'shown',
    ref(place) {
      if (!place) return;
      // The CMS accepts only an element of its own document; the preview is a frame.
      const element = document.createElement('div');
      const remove = CMS.renderRichText(element, text);
      place.replaceChildren(element);
      return remove;
    },
  });

/** A policy or a topic of questions: the CMS finds a template by the file's name, and one of each is `shipping`. */
const text: Look = (at) => [
  h('h1', { key: 'title' }, at.text('title')),
  h('p', { key: 'lead' }, at.text('summary')),
  ...questions(at, 'questions'),
  richText(filled(at.text('body'))),
];

const template =
  (look: Look): CustomPreviewTemplate =>
  (props) =>
    h('main', { className: 'shop-page' }, ...look(reader(props), props));

/** Content without a template here is shown field by field. */
export function registerPreviews(): void {
  CMS.registerPreviewStyle(style);
  void loadFacts();
  const looks: Record<string, Look> = { products: product, journal: article, store };
  for (const name of ['policies', 'pages', 'faqs']) looks[name] = text;
  for (const [name, look] of Object.entries(looks)) CMS.registerPreviewTemplate(name, template(look));
}
