/** Measures a shop with 100,000 documents: one of them, its exports, a PDF, and the Worker's own weight and start. */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { documents } from '#db/schema/index.ts';
import { syncCatalogue } from '#db/sync.ts';
import { collectorOf, type ExportRequest } from '#desk/export/collect.ts';
import { kit, serum } from '#domain/documents/testing/sample-documents.ts';
import { partHeaders } from '#domain/exports/exports.ts';
import { dayOf } from '#lib/dates.ts';
import { parts } from '#tools/lib/build.ts';
import { readProducts } from '#tools/lib/content.ts';
import { Failure, logInfo } from '#tools/lib/log.ts';
import { percentile, type Spread, spread } from '#tools/lib/numbers.ts';
import type { Stack } from '#tools/lib/stack.ts';
import { password } from '../../support/accounts.ts';
import { creditNoteRow } from '../../support/credit-notes.ts';
import { type DatabaseProxy, startProxy } from '../../support/database-proxy.ts';
import { invoiceRow } from '../../support/documents.ts';
import { insertManyOrders } from '../../support/many-orders.ts';
import { inParts, numbers, whole } from '../../support/many-rows.ts';
import { type Account, insertAccounts } from '../../support/rows.ts';
import { cpuTime } from '../memory.ts';
import { patient } from './fill.ts';
import { contentOf } from './project.ts';
import { type Running, startWorker, workerOptions, writeWorker } from './shop.ts';

const documentCount = 100_000;
/** The data of an invoice's page, and its PDF. */
const routes = { page: '/api/order/document', pdf: '/api/order/document.pdf' };

/** One document in ten is a credit note. */
const creditNotes = documentCount / 10;
/** Rows of one statement, few enough for the time limit of a call. */
const atOnce = 2000;
/** All documents are from this day on, one a second. */
const first = Date.UTC(2026, 9, 1);
const days = { from: '2026-10-01', to: '2026-12-31' };

/** ms, and the rows that the database read. */
export type Cost = { ms: number; rows: number };

/** @property part the slowest of its parts @property collected time that the screen takes to add all up, ms */
export type ExportCost = {
  name: string;
  entries: number;
  parts: number;
  all: Cost;
  part: Cost;
  mib: number;
  collected: number;
};

type Start = { ms: number; cpu: number };

export type DocumentFigures = {
  /** The day of the run, since the machine may be busier than on that of the other parts: `2026-11-25`. */
  day: string;
  documents: number;
  /** The page's data and the PDF of one invoice. */
  routes: { name: string; ms: Spread; rows: number }[];
  exports: ExportCost[];
  /** @property cpu of a warm workerd for one request, ms */
  pdfs: { lines: number; cpu: number; kib: number }[];
  /** @property gzip MiB @property start until the first answer of a new workerd; @property empty that of an empty Worker */
  worker: { gzip: number; start: Start; empty: Start };
};

async function fill(db: Db): Promise<void> {
  await insertManyOrders(db, documentCount);
  const invoice = invoiceRow('', 1, { lines: [serum, kit], delivery: 4900 });
  const { row: note } = creditNoteRow(invoice, 1, { lines: [{ position: 0, quantity: 1 }] });
  const data = [invoice.data, note.data].map((one) => JSON.stringify(one));
  const id = sql`printf('%08x-0000-4000-8000-%012x', (n * 2654435761) % 4294967296, n)`;
  await inParts([0, documentCount], atOnce, async (from, to) => {
    // The credit note after nine invoices belongs to the one before it.
    await db.write.run(sql`
      INSERT INTO documents (id, kind, year, serial, number, order_id, at, keep_until, data)
      ${numbers(from, to)}
      SELECT 'd' || ${id}, iif(n % 10 = 9, 'credit_note', 'invoice'), '26-27', n,
             iif(n % 10 = 9, 'HRC', 'HRT') || printf('/26-27/%06d', n),
             (SELECT id FROM orders WHERE reference = printf('ORD-%06d', n - (n % 10 = 9))),
             ${whole(first)} + n * 1000, 9e15, iif(n % 10 = 9, ${data[1]}, ${data[0]})
      FROM number`);
    await db.write.run(sql`
      INSERT INTO order_events (id, order_id, at, actor, kind)
      ${numbers(from, to)}
      SELECT 'collected:' || ${id}, ${id}, ${whole(first)} + n * 1000, 'operator', 'payment' FROM number`);
  });
}

type BenchDesk = Running & { db: Db; proxy: DatabaseProxy; operator: Account };

async function openDesk(): Promise<BenchDesk> {
  const opened: Omit<BenchDesk, keyof Running>[] = [];
  const running = await startWorker('documents', () => parts.worker.folder, {
    databaseUrl: (url) => opened[0]?.proxy.url ?? url,
    prepare: async ({ url }) => {
      await syncCatalogue({ url }, readProducts(contentOf(16)));
      const db = patient(url);
      await fill(db);
      const [operator] = await insertAccounts(db, 1, 'operator');
      if (!operator) throw new Failure('there is no operator');
      opened.push({ db, operator, proxy: await startProxy(url) });
    },
  });
  const [desk] = opened;
  if (!desk) throw new Failure('the database was not filled');
  return { ...desk, ...running };
}

/** Sends a request as the operator, and measures it. @throws Failure unless it succeeds */
async function measure({ stack, proxy, operator }: BenchDesk, path: string, body: object) {
  proxy.takeRows();
  const began = performance.now();
  const response = await fetch(stack.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', token: operator.token },
    body: JSON.stringify(body),
  });
  const content = await response.blob();
  const ms = performance.now() - began;
  if (!response.ok) throw new Failure(`${path}: ${response.status} ${(await content.text()).slice(0, 300)}`);
  return { response, content, ms, rows: proxy.takeRows() };
}

/** Requests to a route, each for another order. */
const requests = 60;
const warmUp = 20;

async function measureRoute(desk: BenchDesk, path: string): Promise<DocumentFigures['routes'][number]> {
  const orders = await desk.db.read.all<{ id: string }>(
    sql`SELECT order_id AS id FROM documents WHERE kind = 'invoice' AND at > ${first + 40_000_000} ORDER BY at LIMIT ${requests}`,
  );
  const times: number[] = [];
  let most = 0;
  for (const { id: orderId } of orders) {
    const { ms, rows } = await measure(desk, path, { orderId });
    times.push(ms);
    most = Math.max(most, rows);
  }
  return { name: `POST ${path}`, ms: spread(times), rows: most };
}

/** Exports as the screen does: the parts one after the other, each added to the files. */
async function measureExport(desk: BenchDesk, sheet: ExportRequest['sheet']): Promise<ExportCost> {
  const collector = collectorOf({ sheet, days });
  const all = { ms: 0, rows: 0 };
  let part = { ms: 0, rows: 0 };
  let [entries, bytes, collected, count] = [0, 0, 0, 0];
  for (let after: string | undefined, more = true; more; more = after !== undefined) {
    const body = { sheet, ...days, password, after };
    const { response, content, ms, rows } = await measure(desk, '/api/desk/export', body);
    const began = performance.now();
    await collector.add(content);
    collected += performance.now() - began;
    all.ms += ms;
    all.rows += rows;
    if (ms > part.ms) part = { ms, rows };
    entries += Number(response.headers.get(partHeaders.count));
    bytes += content.size;
    count += 1;
    after = response.headers.get(partHeaders.next) ?? undefined;
  }
  const began = performance.now();
  collector.finish();
  collected += performance.now() - began;
  return { name: sheet, entries, parts: count, all, part, mib: bytes / 1024 ** 2, collected };
}

/** The CPU time that workerd takes for a PDF, with all else of its request, and the size of the file. */
async function measurePdf(desk: BenchDesk, lines: number): Promise<DocumentFigures['pdfs'][number]> {
  const orderId = randomUUID();
  const goods = Array.from({ length: lines }, (_, n) => ({ ...(n % 5 ? serum : kit), price: 59_900 + n }));
  await desk.db.write.insert(documents).values(invoiceRow(orderId, lines, { lines: goods }));
  const request = () => measure(desk, routes.pdf, { orderId });
  let { content } = await request();
  for (let n = 0; n < warmUp; n++) await request();
  const before = cpuTime('workerd');
  for (let n = 0; n < requests; n++) ({ content } = await request());
  return { lines, cpu: (cpuTime('workerd') - before) / requests, kib: content.size / 1024 };
}

/** Starts of workerd, of which the median counts. */
const starts = 11;

/** From the start of a new process of workerd to its first answer: time and CPU time, ms. No other one runs meanwhile. */
async function startTime({ url, killWorker }: Stack): Promise<Start> {
  const measured: Start[] = [];
  for (let n = 0; n < starts; n++) {
    const began = performance.now();
    await killWorker();
    await fetch(`${url}/api/store`).then((response) => response.text());
    measured.push({ ms: performance.now() - began, cpu: cpuTime('workerd') });
  }
  const median = (key: keyof Start) =>
    percentile(
      measured.map((one) => one[key]),
      0.5,
    );
  return { ms: median('ms'), cpu: median('cpu') };
}

/** The same for a Worker with nothing in it, but with the same bindings. */
async function emptyStart(): Promise<Start> {
  const { stack, stop } = await startWorker('empty', (folder) =>
    writeWorker(folder, 'export default { fetch: () => new Response() };', workerOptions()),
  );
  try {
    return await startTime(stack);
  } finally {
    await stop();
  }
}

/** The size of the Worker's modules as Cloudflare counts it, MiB. */
function workerSize(): number {
  const { folder } = parts.worker;
  const modules = readdirSync(folder).filter((name) => /\.(js|txt|ya?ml|wasm|bin)$/.test(name));
  return (
    modules.reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name))).length, 0) / 1024 ** 2
  );
}

async function measureDesk(desk: BenchDesk): Promise<Omit<DocumentFigures, 'worker'>> {
  const one = [await measureRoute(desk, routes.page), await measureRoute(desk, routes.pdf)];
  logInfo('  exports…');
  const exports = [await measureExport(desk, 'gst'), await measureExport(desk, 'payments')];
  logInfo('  PDFs…');
  const pdfs = [await measurePdf(desk, 1), await measurePdf(desk, 10), await measurePdf(desk, 100)];
  return { day: dayOf(Date.now()), documents: documentCount, routes: one, exports, pdfs };
}

/** Fills a shop with documents and measures it. */
export async function measureDocuments(): Promise<DocumentFigures> {
  logInfo(`  ${documentCount} documents, ${creditNotes} of them credit notes: filling…`);
  const desk = await openDesk();
  let measured: Omit<DocumentFigures, 'worker'>;
  let start: Start;
  try {
    measured = await measureDesk(desk);
    logInfo('  starts…');
    start = await startTime(desk.stack);
  } finally {
    await desk.proxy.stop();
    await desk.stop();
  }
  return { ...measured, worker: { gzip: workerSize(), start, empty: await emptyStart() } };
}
