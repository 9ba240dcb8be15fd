/**
 * The content of an email as blocks, before rendering. HTML and plain text are both rendered from it, so they always
 * say the same.
 */
import { dial } from '#domain/policies/references.ts';
import type { Store } from '#domain/store/store.ts';
import { paths } from '#lib/paths.ts';

/** @property url origin of the shop, without a slash at the end: `https://harita.example` */
export type EmailContext = { store: Store; url: string };

/** A piece of text: plain, strong, or a link to a page of the shop. */
type TextRun = string | { strong: string } | { link: string; to: string };
export type RichText = string | readonly TextRun[];

export type OrderItem = { name: string /** `2 × ₹599.00` */; count: string; total: string };
export type AmountRow = { label: string; value: string; total?: boolean };

export type Block =
  | { type: 'paragraph' | 'small'; text: RichText }
  | { type: 'title'; text: string }
  /** A paragraph by an operator, with its line breaks. */
  | { type: 'lines'; lines: readonly string[] }
  | { type: 'button'; label: string; to: string }
  | { type: 'details'; rows: readonly (readonly [label: string, value: string])[] }
  | { type: 'orderItems'; items: readonly OrderItem[]; amounts: readonly AmountRow[] }
  | { type: 'list'; items: readonly RichText[] }
  /** Text that others typed, set apart so that it cannot look like ours. */
  | { type: 'quote'; lines: readonly string[] }
  /** The most important value of the email. `code`: it is meant to be copied. */
  | { type: 'highlight'; label: string; value: string; code?: true };

export type Draft = {
  subject: string;
  /** The text that an inbox shows after the subject. */
  preheader: string;
  heading: string;
  blocks: readonly Block[];
  /** The end of the sentence "You get this email because …". */
  reason: string;
  /** Optional emails only: the page for the reader, and the URL for a mail client's one-click POST (RFC 8058). */
  unsubscribe?: { label: string; page: string; oneClick: string };
};

export const paragraph = (...runs: readonly TextRun[]): Block => ({ type: 'paragraph', text: runs });
export const small = (...runs: readonly TextRun[]): Block => ({ type: 'small', text: runs });
export const title = (text: string): Block => ({ type: 'title', text });
export const button = (label: string, to: string): Block => ({ type: 'button', label, to });
export const highlight = (label: string, value: string): Block => ({ type: 'highlight', label, value });
export const quote = (text: string): Block => ({ type: 'quote', lines: text.split('\n') });

/** Links to the customer care address and phone; to the contact page while the shop has not given them. */
export const careEmail = ({ store: { care }, url }: EmailContext): TextRun =>
  care.email
    ? { link: care.email, to: `mailto:${care.email}` }
    : { link: 'our contact page', to: url + paths.contact };
export const carePhone = ({ store: { care }, url }: EmailContext): TextRun =>
  care.phone
    ? { link: care.phone, to: dial(care.phone) }
    : { link: 'our contact page', to: url + paths.contact };
