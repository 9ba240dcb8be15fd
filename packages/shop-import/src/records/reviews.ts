/** Reviews as Judge.me, Loox, Yotpo, Okendo, Stamped and Shopify's former app export them. */
import { readText } from '../body.ts';
import { type Columns, headingMatcher, type NamedRow } from '../columns.ts';
import { oneLine, readNumber } from '../values.ts';
import {
  type ImportedReview,
  personalHeadings,
  type RecordReader,
  type RowNotes,
  readTime,
} from './record.ts';

const headings = {
  rating: ['rating', 'review score', 'reviewRating', 'stars', 'score'],
  comment: [
    'body',
    'review',
    'review content',
    'review text',
    'reviewMessage',
    'reviewText',
    'comment',
    'content',
  ],
  title: ['title', 'review title', 'reviewTitle', 'headline'],
  at: [
    'review_date',
    'created_at',
    'dateCreated',
    'date created',
    'review created date',
    'createdAt',
    'date',
  ],
  name: [
    'reviewer_name',
    'reviewer.name',
    'nickname',
    'display name',
    'author',
    'full_name',
    'customerName',
    'name',
  ],
  reply: ['reply', 'comment content'],
  replyAt: ['reply_date', 'replied_at', 'comment date'],
  id: ['review id', 'reviewId', 'id'],
};
/** What names the product, the surest first; an address by its last part. */
const productHeadings = [
  ...['product_handle', 'productHandle', 'handle', 'product url', 'productUrl', 'product_id', 'productId'],
  ...['product sku', 'productSKU', 'sku', 'product title', 'product name', 'product'],
];

/** Columns that say whether everybody saw it. */
const statusHeadings = [
  'state',
  'status',
  'review status',
  'published',
  'is published',
  'approved',
  'curated',
];
const publicWord = /^(published|publish|active|approved|ok|live|visible|shown|true|yes|y|1)$/i;
/** Columns that say that nobody saw it. */
const hiddenHeadings = ['hidden', 'is hidden', 'spam', 'is spam', 'archived', 'deleted'];
const notHidden = /^(false|no|n|0)?$/i;

/** Headings by which a system is known. */
const systems: readonly (readonly [name: string, headings: readonly string[]])[] = [
  ['Judge.me', ['reviewer_name', 'review_date', 'curated']],
  ['Judge.me', ['reviewer_name', 'review_date', 'product_handle']],
  ['Yotpo', ['review content', 'review score']],
  ['Okendo', ['rating', 'dateCreated', 'reviewer.name']],
  ['Stamped', ['reviewRating', 'reviewMessage']],
  ['Shopify Product Reviews', ['product_handle', 'state', 'created_at']],
  ['Loox', ['handle', 'img', 'review']],
  ['Loox', ['verified_purchase', 'photo_url']],
];

const isPersonal = headingMatcher(
  ...personalHeadings,
  ...headings.name,
  'author email',
  'country',
  /^md_customer/i,
);

function formatOf(columns: Columns): string | undefined {
  const has = (names: readonly string[]) => columns.find(...names) !== undefined;
  if (!has(headings.rating) || !has(headings.comment) || !has(productHeadings)) return undefined;
  return systems.find(([, names]) => columns.has(...names))?.[0] ?? 'Reviews';
}

/** Keeps out a review that not everybody has seen. */
function checkPublic(row: NamedRow, columns: Columns, notes: RowNotes): void {
  const present = statusHeadings.filter((heading) => columns.has(heading));
  const said = present.map((column) => ({ column, word: row.cell(column) })).filter(({ word }) => word);
  if (present.length && !said.length)
    notes.leaveOut(present[0], 'Nothing says that everybody could see the review.');
  for (const { column, word } of said)
    if (!publicWord.test(word))
      notes.leaveOut(column, `“${word}” does not say that everybody could see the review.`);
  for (const column of hiddenHeadings.filter((heading) => columns.has(heading))) {
    const word = row.cell(column);
    if (!notHidden.test(word)) notes.leaveOut(column, `“${word}”: not everybody could see the review.`);
  }
}

function readProducts(row: NamedRow): string[] {
  const words = productHeadings.map((heading) => {
    const text = row.cell(heading);
    const address = /^(?:https?:\/\/[^/]+)?\/.*?([^/?#]+)\/?(?:[?#].*)?$/.exec(text)?.[1];
    return address ?? text.replace(/^gid:\/\/shopify\/Product\//, '');
  });
  return [...new Set(words.map(oneLine).filter(Boolean))];
}

/** Stars: `5`, `5.0`, `5/5`. */
function readStars(row: NamedRow, notes: RowNotes): number | undefined {
  const { column, text } = row.find(headings.rating);
  const rating = readNumber(text.replace(/\s*\/\s*5$/, ''));
  if (rating !== undefined && Number.isInteger(rating) && rating >= 1 && rating <= 5) return rating;
  return notes.refuse(column, text ? `“${text}” is no number of stars from 1 to 5.` : 'There are no stars.');
}

function readReply(row: NamedRow): ImportedReview['reply'] {
  const reply = readText(row.find(headings.reply).text);
  if (!reply) return undefined;
  const at = row.take(headings.replyAt, readTime);
  return { text: reply, at: at ?? '' };
}

function read(row: NamedRow, columns: Columns, notes: RowNotes) {
  checkPublic(row, columns, notes);
  const products = readProducts(row);
  if (!products.length)
    notes.refuse(columns.find(...productHeadings), 'Nothing says of which product it is.');
  const rating = readStars(row, notes);
  const body = row.find(headings.comment);
  const comment = readText(body.text);
  if (!comment)
    notes.leaveOut(body.column, 'It has stars and no text, and this shop shows reviews with a text.');
  const day = row.find(headings.at);
  const at = readTime(day.text);
  if (!at)
    notes.refuse(
      day.column,
      day.text ? `“${day.text}” is no day.` : 'There is no day on which it was written.',
    );
  const written = {
    title: oneLine(readText(row.find(headings.title).text)),
    name: row.find(headings.name).text,
  };
  const { reply, id } = { reply: readReply(row), id: row.find(headings.id).text };
  // An address in place of a name is nobody's name.
  const name = written.name.includes('@') ? '' : oneLine(written.name);
  const [product = ''] = products;
  return {
    name: [product, name].filter(Boolean).join(', '),
    ...(rating !== undefined &&
      at && {
        value: {
          ...{ id, products, rating, title: written.title, comment, name, at },
          ...(reply && { reply: { text: reply.text, at: reply.at || at } }),
        },
      }),
  };
}

export const reviewReader: RecordReader<ImportedReview> = { formatOf, read, isPersonal };
