/** What else a merchant brings, in the command: past orders, reviews, codes and subscribers go into the database, redirects into content. */
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { ImportedRecords } from 'shop-import/read-records';
import { connect, type DatabaseAddress } from '#db/client.ts';
import { planRecords, recordParts } from '#domain/import/plan-records.ts';
import { planRedirects, redirectsFile, withRedirects } from '#domain/import/plan-redirects.ts';
import type { RecordResult } from '#domain/import/record-forms.ts';
import { type RecordReport, reportRecords } from '#domain/import/record-report.ts';
import { writeRecords } from '#functions/desk/import-records.ts';
import { formatContent } from '#tools/edit/content-style.ts';
import { addressFromEnvironment } from '#tools/lib/command.ts';
import { readStore } from '#tools/lib/content.ts';
import { namesOfProducts, readImportRecord, redirectFacts } from './shop.ts';
import { writeWhole } from './whole-file.ts';

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
    const shop = redirectFacts(content);
    const plan = planRedirects(read, new Map(namesOfProducts(content, readImportRecord(content))), shop);
    if (!isDry && plan.results.includes('added')) {
      const file = `content/${redirectsFile}`;
      const text = formatContent(file, { redirects: withRedirects(shop.redirects, plan) });
      writeWhole(join(content, redirectsFile), text);
    }
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
