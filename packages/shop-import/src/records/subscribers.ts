/**
 * Customers and lists of a newsletter: Shopify, Klaviyo, Mailchimp, WooCommerce, any table of addresses. Only somebody of whom the
 * file clearly says that they have agreed comes over.
 */
import { type Columns, headingMatcher, type NamedRow } from '../columns.ts';
import { type ImportedSubscriber, type RecordReader, type RowNotes, readTime } from './record.ts';

const emailHeadings = ['Email', 'Email Address', 'E-mail', 'Email ID', 'user_email', 'billing_email'];
/** Columns that say whether somebody has agreed. */
const consentHeadings = [
  ...['Accepts Email Marketing', 'Accepts Marketing', 'Email Marketing Consent', 'Email Marketing State'],
  ...['Marketing consent', 'Newsletter', 'Opt-in', 'Opted in', 'Subscribed', 'Subscription status', 'Status'],
];
const agreed =
  /^(yes|y|true|1|subscribed|subscribe|active|confirmed|opted[ -]?in|single_opt_in|confirmed_opt_in)$/i;
/** Columns in which a text says that somebody gets no more emails. */
const endedHeadings = [
  'UNSUB_TIME',
  'UNSUB_REASON',
  'CLEAN_TIME',
  'Email Suppressions',
  'Suppressed',
  'Bounced',
  'Unsubscribed',
  'Unsubscribed at',
];
const nothing = /^(no|n|false|0|none|\[\]|never)?$/i;
const timeHeadings = [
  'Email Marketing Consent Timestamp',
  'OPTIN_TIME',
  'CONFIRM_TIME',
  'Consent date',
  'Subscribed at',
  'Opt-in date',
];

/** Columns of orders: their addresses have agreed to an order, and to no newsletter. */
const orderHeadings = [
  'Lineitem name',
  'Financial Status',
  'Order ID',
  'order_id',
  'Order Number',
  'order_number',
  'Order Total',
];

function formatOf(columns: Columns): string | undefined {
  if (!columns.find(...emailHeadings) || columns.find(...orderHeadings, 'Price', 'Variant Price', 'rating'))
    return undefined;
  if (columns.has('MEMBER_RATING')) return 'Mailchimp';
  if (columns.has('Email Marketing Consent')) return 'Klaviyo';
  if (columns.has('Email', 'Accepts Email Marketing') || columns.has('Email', 'Accepts Marketing'))
    return 'Shopify customers';
  return 'Customers';
}

/** Whether somebody has agreed, and still does. */
function checkConsent(row: NamedRow, columns: Columns, notes: RowNotes): void {
  const present = consentHeadings.filter((heading) => columns.has(heading));
  const said = present.map((column) => ({ column, word: row.cell(column) })).filter(({ word }) => word);
  const isAsked = said.length > 0 || Boolean(row.peek('OPTIN_TIME'));
  if (!isAsked) notes.leaveOut(present[0], 'Nothing says that they have agreed to a newsletter.');
  for (const { column, word } of said)
    if (!agreed.test(word))
      notes.leaveOut(column, `“${word}” does not say that they have agreed to a newsletter.`);
  for (const column of endedHeadings.filter((heading) => columns.has(heading))) {
    const text = row.cell(column);
    if (!nothing.test(text)) notes.leaveOut(column, `“${text}”: they get no more emails of the old shop.`);
  }
}

export const subscriberReader: RecordReader<ImportedSubscriber> = {
  formatOf,
  // A newsletter needs an address and a consent, so nothing else of a person is kept.
  isPersonal: (heading) => !isAboutConsent(heading),
  read(row, columns, notes) {
    checkConsent(row, columns, notes);
    const { column, text } = row.find(emailHeadings);
    if (!text) notes.refuse(column, 'There is no email address.');
    const at = row.take(timeHeadings, readTime);
    return { name: text || `Row ${row.number}`, value: { email: text, ...(at && { at }) } };
  },
};

const isAboutConsent = headingMatcher(
  ...consentHeadings,
  ...endedHeadings,
  ...timeHeadings,
  'Source',
  'ORIGIN',
  'Accepts SMS Marketing',
);
