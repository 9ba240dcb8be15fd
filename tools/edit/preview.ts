/** The preview beside the fields, in the shop's type and colours. */
import CMS, { type CustomPreviewTemplate, type CustomPreviewTemplateProps } from '@sveltia/cms';
import { createElement as h, type ReactNode } from 'react';
import { policySlugs } from '#features/policies/policies.ts';
import { faqTopics } from '#features/support/faqs.ts';
import { discountPercent, formatPrice, toPaise } from '#lib/money.ts';
import style from './preview.css?url';

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
  const reduced = off > 0 ? [' ', h('s', { key: 'mrp' }, price(mrp)), ` ${off}% OFF`] : [];
  return h('p', { key: 'price', className: 'price' }, h('strong', null, price(now)), ...reduced);
}

const product: Look = (at, props) => [
  rendered(props, 'pictures.0.file'),
  h('p', { key: 'brand', className: 'eyebrow' }, at.text('brand')),
  h('h1', { key: 'name' }, at.text('name')),
  prices(at),
  h('p', { key: 'lead' }, at.text('description')),
  h(
    'ul',
    { key: 'features' },
    ...times(at.count('features'), (i) => h('li', { key: i }, at.text('features', i))),
  ),
  rendered(props, 'body'),
];

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

/** A policy or a topic of questions: the CMS finds a template by the file's name, and one of each is `shipping`. */
const text: Look = (at, props) => [
  h('h1', { key: 'title' }, at.text('title')),
  h('p', { key: 'lead' }, at.text('summary')),
  ...times(at.count('questions'), (i) => [
    h('h3', { key: `q${i}` }, at.text('questions', i, 'question')),
    h('p', { key: `a${i}` }, at.text('questions', i, 'answer')),
  ]),
  at.text('body') && rendered(props, 'body'),
];

const template =
  (look: Look): CustomPreviewTemplate =>
  (props) =>
    h('main', { className: 'preview' }, ...look(reader(props), props));

/** Content without a template here is shown field by field. */
export function registerPreviews(): void {
  CMS.registerPreviewStyle(style);
  const looks: Record<string, Look> = { products: product, journal: article, store };
  for (const name of [...policySlugs, ...faqTopics]) looks[name] = text;
  for (const [name, look] of Object.entries(looks)) CMS.registerPreviewTemplate(name, template(look));
}
