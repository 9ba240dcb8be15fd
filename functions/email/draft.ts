/**
 * A letter before it has a form: what it says, in parts. HTML and plain text are both written from it, so
 * that neither can lack what the other has.
 */
import { dial } from '#features/policies/references.ts';
import type { Store } from '#features/store/store.ts';

/** The shop that writes, and where it is: `https://harita.example`, no slash at the end. */
export type Shop = { store: Store; url: string };

/** A run of words: plain, strong, or a link of ours. */
type Run = string | { strong: string } | { link: string; to: string };
export type Words = string | readonly Run[];

export type Good = { name: string /** `2 × ₹599.00` */; count: string; total: string };
export type Sum = { label: string; value: string; total?: boolean };

export type Block =
  | { is: 'words' | 'small'; words: Words }
  | { is: 'title'; text: string }
  /** A paragraph that one of us wrote, with the line breaks in it. */
  | { is: 'lines'; lines: readonly string[] }
  | { is: 'button'; label: string; to: string }
  | { is: 'facts'; rows: readonly (readonly [label: string, value: string])[] }
  | { is: 'goods'; goods: readonly Good[]; sums: readonly Sum[] }
  | { is: 'list'; items: readonly Words[] }
  /** A stranger's words, set apart so that they cannot pose as ours. */
  | { is: 'quote'; lines: readonly string[] }
  /** The one thing that is looked for in the letter; `code` where it is to be copied. */
  | { is: 'key'; label: string; value: string; code?: true };

export type Draft = {
  subject: string;
  /** What an inbox shows after the subject. */
  preheader: string;
  heading: string;
  blocks: readonly Block[];
  /** Ends "You get this email because …". */
  why: string;
  /** Marketing only: the page for a reader, and the address that one click of a mail client posts to. */
  unsubscribe?: { page: string; oneClick: string };
};

export const words = (...runs: readonly Run[]): Block => ({ is: 'words', words: runs });
export const small = (...runs: readonly Run[]): Block => ({ is: 'small', words: runs });
export const title = (text: string): Block => ({ is: 'title', text });
export const button = (label: string, to: string): Block => ({ is: 'button', label, to });
export const key = (label: string, value: string): Block => ({ is: 'key', label, value });
export const quote = (text: string): Block => ({ is: 'quote', lines: text.split('\n') });

/** Care's address and phone, to be tapped. */
export const careEmail = ({ store: { care } }: Shop): Run => ({
  link: care.email,
  to: `mailto:${care.email}`,
});
export const carePhone = ({ store: { care } }: Shop): Run => ({ link: care.phone, to: dial(care.phone) });
