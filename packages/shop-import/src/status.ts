/**
 * Whether an export says that everybody can find a product. One rule for all readers: a product is published only if each
 * column that says something about it says so in a known word. Every other word makes it a draft.
 */
import { type Columns, headingMatcher, type NamedRow } from './columns.ts';
import type { Finding } from './problem.ts';
import type { ImportedProduct } from './product.ts';

/** The columns that say it, in the exports of all systems. */
const headings = [
  'Status',
  'Published',
  'Published on online store',
  'Visible',
  'Visibility',
  'Visibility in catalog',
  'Enabled',
  'Active',
  'Is active',
  'Is visible',
  'Is published',
  'Product status',
  'Listing status',
  'Product visible?',
  'Product online',
  'Visible on frontend',
];

export const isStatusHeading = headingMatcher(...headings);

const publicWord =
  /^(active|publish(ed)?|public|enabled|visible|live|online|listed|shown|yes|y|true|on|1|catalog|search|catalog[,/ ]+search)$/i;
const retiredWord = /^(archived?|discontinued|retired)$/i;
const draftWord =
  /^(draft|hidden|private|inactive|disabled|unpublished|unlisted|no|n|false|off|0|-1|not visible individually)$/i;

/**
 * What the columns of a row say of its product.
 * @param present the columns that say it
 * @returns no status where the table has no such column
 */
export function readStatus(
  row: NamedRow,
  columns: Columns,
  present: readonly string[] = columns.headings.filter(isStatusHeading),
): Pick<ImportedProduct, 'status'> & { findings: Finding[] } {
  const [first] = present;
  if (!first) return { findings: [] };
  const said = present.map((column) => ({ column, word: row.cell(column) })).filter(({ word }) => word);
  const guess = (column: string, message: string): Finding => ({
    severity: 'guessed',
    row: row.number,
    column,
    message,
  });
  if (!said.length) {
    const message = 'Nothing says that everybody can see the product, so it is a draft.';
    return { status: 'draft', findings: [guess(first, message)] };
  }
  if (said.some(({ word }) => retiredWord.test(word))) return { status: 'retired', findings: [] };
  const unknown = said.filter(({ word }) => !publicWord.test(word) && !draftWord.test(word));
  const findings = unknown.map(({ column, word }) =>
    guess(column, `“${word}” does not say that everybody can see the product, so it is a draft.`),
  );
  return { status: said.every(({ word }) => publicWord.test(word)) ? 'published' : 'draft', findings };
}

/**
 * Whether the row of a size or shade says that it is not public: it is left out then, and the others stay. A row that says
 * nothing is as public as its product.
 */
export function isHidden(
  product: ImportedProduct,
  row: NamedRow,
  columns: Columns,
  present: readonly string[] = columns.headings.filter(isStatusHeading),
): boolean {
  const said = present.filter((heading) => row.peek(heading));
  const [column = ''] = said;
  if (!said.length || readStatus(row, columns, said).status === 'published') return false;
  const message = `It is not known to be public (“${row.peek(column)}”), so it is left out.`;
  product.findings.push({ severity: 'left out', row: row.number, column, message });
  return true;
}
