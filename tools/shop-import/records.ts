/** What else a merchant brings, in the command: past orders, reviews, codes and subscribers go into the database, redirects into content. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { ImportedRecords } from 'shop-import/read-records';
import { connect, type DatabaseAddress } from '#db/client.ts';
import { namesOfGroup } from '#domain/catalogue/category.ts';
import { aliasKey } from '#domain/catalogue/old-address.ts';
import { categoryFile, productFile } from '#domain/import/new-files.ts';
import { planRecords, recordParts } from '#domain/import/plan-records.ts';
import type { RecordResult } from '#domain/import/record-forms.ts';
import { type RecordReport, reportRecords } from '#domain/import/record-report.ts';
import { writeRecords } from '#functions/desk/import-records.ts';
import { formatContent } from '#tools/edit/content-style.ts';
import { frontMatter } from '#tools/lib/check-content.ts';
import { addressFromEnvironment } from '#tools/lib/command.ts';
import { contentFiles, readCategories, readRedirects, readStore } from '#tools/lib/content.ts';
import { hasPage } from '#tools/lib/content-references.ts';
import { planRedirects, type RedirectFacts, type RedirectPlan } from './plan-redirects.ts';
import { namesOfProducts, readImportRecord, readProductFile } from './shop.ts';
import { writeWhole } from './whole-file.ts';

/** In `content/`. */
const redirectsFile = 'redirects.yaml';

function redirectFacts(content: string): RedirectFacts {
  const products = new Map(namesOfProducts(content, readImportRecord(content)));
  const categories = readCategories(content);
  const names = new Set(contentFiles(content).names());
  return {
    products,
    categories: new Map(
      [...categories].flatMap(([slug, category]) =>
        namesOfGroup(slug, category).map((name) => [name, slug] as const),
      ),
    ),
    host: new URL(readStore(content).url).host.replace(/^www\./, ''),
    redirects: new Map(readRedirects(content).map(({ from, to }) => [aliasKey(from), to])),
    isPage: (path) => hasPage(path, names),
  };
}

/** Adds earlier addresses to the files of products and categories, and those of other pages to `redirects.yaml`. */
function writeRedirects({ rows, results }: RedirectPlan, content: string): void {
  const added = rows.flatMap(({ value }) => value ?? []).filter((_, n) => results[n] === 'added');
  const toPages = added.filter(({ target }) => target.kind === 'pages');
  const toFiles = added.filter(({ target }) => target.kind !== 'pages');
  if (toPages.length) {
    const redirects = [
      ...readRedirects(content),
      ...toPages.map(({ from, target }) => ({ from, to: target.id })),
    ];
    writeWhole(join(content, redirectsFile), formatContent(`content/${redirectsFile}`, { redirects }));
  }
  for (const [, redirects] of Map.groupBy(toFiles, ({ target: { kind, id } }) => `${kind}/${id}`)) {
    const [first] = redirects;
    if (!first) continue;
    const { kind, id } = first.target;
    const from = redirects.map((one) => one.from);
    const addTo = (aliases: unknown) => [...((aliases as string[] | undefined) ?? []), ...from];
    if (kind === 'products') {
      const file = readProductFile(content, id);
      if (!file) continue;
      const matter = { ...file.matter, aliases: addTo((file.matter as { aliases?: unknown }).aliases) };
      const text = file.text && `${file.text}\n`;
      writeWhole(join(content, productFile(id)), formatContent(`content/${productFile(id)}`, matter, text));
    } else {
      const name = categoryFile(id);
      const values = frontMatter(name, readFileSync(join(content, name), 'utf8')) as { aliases?: unknown };
      const text = formatContent(`content/${name}`, { ...values, aliases: addTo(values.aliases) });
      writeWhole(join(content, name), text);
    }
  }
}

/**
 * Imports a file that is about no products, or says what would become of it.
 * @param content the folder `content/` @param isDry whether nothing is written @param address of the database, for what comes into it
 * @throws Failure without a database, for what comes into it
 */
export async function importRecords(
  read: ImportedRecords,
  content: string,
  isDry: boolean,
  address: () => DatabaseAddress = addressFromEnvironment,
): Promise<RecordReport> {
  if (read.kind === 'redirects') {
    const plan = planRedirects(read, redirectFacts(content));
    if (!isDry) writeRedirects(plan, content);
    return reportRecords(plan, plan.results, isDry);
  }
  const now = Date.now();
  const names = new Map(namesOfProducts(content, readImportRecord(content)));
  const { keepMonths } = readStore(content).invoices;
  const plan = planRecords(read, { names, keepMonths, now });
  const db = connect(address());
  const results: RecordResult[] = [];
  for (const part of recordParts(plan))
    results.push(...(await writeRecords(db, part, isDry ? undefined : { now, when: sql`true` })));
  return reportRecords(plan, results, isDry);
}
