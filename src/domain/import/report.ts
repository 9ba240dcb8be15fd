/** What an import would do, product by product: what comes over, what is guessed, what is missing. */
import { formatPrice } from '#lib/money.ts';
import { escapeHtml } from '#lib/text.ts';
import { type Body, readBody } from './body.ts';
import { describePlace, type Finding } from './problem.ts';
import type { ImportedCatalogue, ImportedProduct } from './product.ts';

export type ProductReport = {
  name: string;
  handle: string;
  row: number;
  status: ImportedProduct['status'] | 'refused';
  /** `price ₹499.00`, `4 pictures`, `30 sizes and shades`. */
  over: string[];
  findings: Finding[];
};

export type ImportReport = {
  format: ImportedCatalogue['format'];
  encoding: string;
  counts: Record<
    'rows' | 'products' | 'variants' | 'pictures' | 'published' | 'draft' | 'retired' | 'refused',
    number
  >;
  products: ProductReport[];
};

const countOf = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** The prices of all its sizes and shades: `₹499.00` or `₹499.00 to ₹1,299.00`. */
function priceText({ variants }: ImportedProduct): string {
  const prices = variants.map(({ price }) => price);
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  return low === high ? formatPrice(low) : `${formatPrice(low)} to ${formatPrice(high)}`;
}

function overOf(product: ImportedProduct, body: Body): string[] {
  const { brand, pictures, variants, tags, seoTitle, seoDescription } = product;
  const discounted = variants.filter(({ originalPrice }) => originalPrice).length;
  const counted = variants.filter(({ stock }) => stock !== undefined);
  const pieces = counted.reduce((sum, { stock = 0 }) => sum + stock, 0);
  return [
    variants.length > 0 && `price ${priceText(product)}`,
    discounted > 0 && 'price before',
    brand && `brand ${brand}`,
    variants.length > 1 && countOf(variants.length, 'size or shade', 'sizes and shades'),
    pictures.length > 0 && countOf(pictures.length, 'picture', 'pictures'),
    body.markdown && `description of ${body.markdown.length} characters`,
    body.benefits.length > 0 && countOf(body.benefits.length, 'benefit', 'benefits'),
    body.howToUse.length > 0 && countOf(body.howToUse.length, 'step of use', 'steps of use'),
    body.ingredients && 'ingredients',
    counted.length > 0 && countOf(pieces, 'piece in stock', 'pieces in stock'),
    variants.some(({ sku }) => sku) && 'SKU',
    variants.some(({ barcode }) => barcode) && 'barcode',
    tags.length > 0 && countOf(tags.length, 'tag', 'tags'),
    seoTitle && 'title for search engines',
    seoDescription && 'description for search engines',
  ].filter((part): part is string => Boolean(part));
}

function missingOf(product: ImportedProduct, body: Body): Finding[] {
  const missing = [
    !product.pictures.length && 'There is no picture: the shop shows a designed placeholder.',
    !product.type && !product.category && 'There is no product type: please choose a category.',
    !body.markdown && 'There is no description.',
    !body.ingredients && 'There is no list of ingredients.',
    product.variants.some(({ stock }) => stock === undefined) &&
      'The file does not count its stock: it starts with 0 pieces.',
  ];
  return missing
    .filter((message): message is string => Boolean(message))
    .map((message) => ({ severity: 'missing', row: product.row, message }));
}

const keptOf = (product: ImportedProduct, { outside }: Body): Finding[] => [
  ...Object.entries(product.others).map(
    ([column, value]): Finding => ({ severity: 'kept', row: product.row, column, message: value }),
  ),
  ...outside.map(
    (address): Finding => ({
      severity: 'kept',
      row: product.row,
      message: `The description shows ${address}, which the shop does not load.`,
    }),
  ),
];

function reportProduct(product: ImportedProduct): ProductReport {
  const body = readBody(product.body);
  const refused = product.findings.some(({ severity }) => severity === 'refused');
  return {
    name: product.name || 'No name',
    handle: product.handle,
    row: product.row,
    status: refused ? 'refused' : product.status,
    over: overOf(product, body),
    findings: [...product.findings, ...missingOf(product, body), ...keptOf(product, body)],
  };
}

/** The report of a dry run. */
export function reportImport({ format, encoding, rows, products }: ImportedCatalogue): ImportReport {
  const reports = products.map(reportProduct);
  const withStatus = (status: ProductReport['status']) =>
    reports.filter((one) => one.status === status).length;
  return {
    format,
    encoding,
    counts: {
      rows,
      products: products.length,
      variants: products.reduce((sum, { variants }) => sum + variants.length, 0),
      pictures: products.reduce((sum, { pictures }) => sum + pictures.length, 0),
      published: withStatus('published'),
      draft: withStatus('draft'),
      retired: withStatus('retired'),
      refused: withStatus('refused'),
    },
    products: reports,
  };
}

const severities = {
  refused: 'Not imported',
  guessed: 'Guessed',
  missing: 'Missing',
  kept: 'Not shown',
} as const;

/** `Guessed, row 12, column Status: …`, without the texts that only the page of the report has room for. */
const findingLine = ({ severity, message, ...place }: Finding): string =>
  `${[severities[severity], describePlace(place)].filter(Boolean).join(', ')}: ${message}`;

/** The report for a terminal: the counts, what is refused and guessed by product, and the gaps by number. */
export function reportText(report: ImportReport): string {
  const { counts, products, format, encoding } = report;
  const gaps = new Map<string, number>();
  for (const { findings } of products)
    for (const { severity, message } of findings)
      if (severity === 'missing') gaps.set(message, (gaps.get(message) ?? 0) + 1);
  const noted = products.flatMap(({ name, findings }) =>
    findings
      .filter(({ severity }) => severity === 'refused' || severity === 'guessed')
      .map((finding) => `  ${name}. ${findingLine(finding)}`),
  );
  return [
    `${format}, ${encoding}, ${countOf(counts.rows, 'row', 'rows')}: ${countOf(counts.products, 'product', 'products')} with ${countOf(counts.variants, 'price', 'prices')} and ${countOf(counts.pictures, 'picture', 'pictures')}.`,
    `Published: ${counts.published}. Drafts: ${counts.draft}. Retired: ${counts.retired}. Not imported: ${counts.refused}.`,
    ...(noted.length ? ['', 'To look at:', ...noted] : []),
    ...(gaps.size ? ['', 'Gaps:'] : []),
    ...[...gaps]
      .sort(([, a], [, b]) => b - a)
      .map(([message, count]) => `  ${countOf(count, 'product', 'products')}: ${message}`),
  ].join('\n');
}

/** The report as a page of its own. */
export function reportHtml(report: ImportReport, file: string): string {
  const { products } = report;
  const row = ({ name, handle, status, over, findings }: ProductReport) =>
    `<tr><th scope="row">${escapeHtml(name)}<br><small>${escapeHtml(handle)}</small></th><td>${status}</td><td>${escapeHtml(over.join(', '))}</td><td>${findings
      .map((finding) => `<p class="${finding.severity}">${escapeHtml(findingLine(finding))}</p>`)
      .join('')}</td></tr>`;
  return `<!doctype html><html lang="en-IN"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Import of ${escapeHtml(file)}</title>
<style>body{font:16px/1.5 system-ui;margin:2rem auto;max-width:75rem;padding:0 1rem}table{border-collapse:collapse;width:100%}th,td{text-align:start;vertical-align:top;padding:.5rem;border-top:1px solid;overflow-wrap:anywhere}p{margin:0}.refused{font-weight:600}</style>
<h1>Import of ${escapeHtml(file)}</h1>
<p>${escapeHtml(
    reportText({ ...report, products: [] })
      .split('\n')
      .slice(0, 2)
      .join(' '),
  )}</p>
<table><thead><tr><th>Product</th><th>Status</th><th>Comes over</th><th>To look at</th></tr></thead><tbody>${products.map(row).join('\n')}</tbody></table>
</html>
`;
}
