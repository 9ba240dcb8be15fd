/**
 * README.md, "Change the brand": a shop with another name, other colours, fonts, wordmark and icon has nothing of the old
 * brand in a page, a file, an answer, a header, an email or a PDF.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import sharp from 'sharp';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Mail } from '#functions/email/mail.ts';
import { readTheme, root } from '#tools/lib/content.ts';
import { freePort } from '#tools/lib/database.ts';
import { type CommandResult, pollUntil, runFile, temporaryFolder } from '#tools/lib/fixture.ts';
import {
  madeFrom,
  newColours,
  newName,
  newShapes,
  rebranded,
  withNewSettings,
  writeRebranded,
} from '../support/rebrand.ts';

/** A cold build of pages and Worker on a busy machine, ms. */
const longest = 600_000;

/** What is the project's own name. Nobody reads it in the shop. */
const ownName = [
  // Caches on the devices of visitors: an update must find those of earlier releases.
  /harita-(shell|assets|pictures|pages|live|search|lines)?["'`]/g,
  // Columns of our own in a catalogue's export, which an import must find again.
  /["'`]harita["'`]/g,
];

const old = readTheme();
const oldColours = Object.values(old.colours);
const oldBrand = new RegExp(
  ['harita', 'cormorant', 'marcellus', 'jost', 'M55\\.4 55\\.9', 'M32 10c9 9', ...oldColours].join('|'),
  'gi',
);

/** Where a text has something of the old brand, each with its surroundings. */
function traces(text: string): string[] {
  const others = ownName.reduce((rest, name) => rest.replaceAll(name, ''), text);
  return [...others.matchAll(oldBrand)].map(({ index }) => others.slice(Math.max(0, index - 40), index + 40));
}

const data = temporaryFolder();
const pages = join(madeFrom, 'dist');
let remove = () => {};
let run: CommandResult;
let url = '';

beforeAll(async () => {
  remove = writeRebranded();
  const port = await freePort();
  run = runFile(root, 'tools/start.ts', ['--demo'], {
    CONTENT_DIR: rebranded,
    PORT: `${port}`,
    DATA_DIR: data.path,
    EDIT: 'off',
  });
  url = await pollUntil(
    () => {
      if (run.process.exitCode !== null) throw new Error(run.output.text);
      return / is open at (\S+) /.exec(run.output.text)?.[1];
    },
    longest,
    'the shop is open',
  );
}, longest);
afterAll(async () => {
  run.process.kill('SIGTERM');
  await run.exited;
  data.remove();
  remove();
});

test('the shop opens under its new name', () => expect(run.output.text).toContain(`${newName} is open at`));

describe('built files', () => {
  const isText = (name: string) => /\.(html|js|css|json|xml|txt|svg|webmanifest)$/.test(name);
  const names = () => readdirSync(pages, { recursive: true, encoding: 'utf8' });
  const read = (name: string) => readFileSync(join(pages, name), 'utf8');

  test('have nothing of the old brand in their names and texts', () => {
    const found = names().flatMap((name) => [
      ...traces(name),
      ...(isText(name) ? traces(read(name)).map((trace) => `${name}: ${trace}`) : []),
    ]);
    expect(found).toEqual([]);
    expect(names().filter(isText).length).toBeGreaterThan(150);
  });

  test('have the new name, colours and shapes', () => {
    const home = read('index.html');
    expect(home.replaceAll('&amp;', '&').replaceAll('&#39;', "'")).toContain(`<title>${newName}: `);
    expect(home).toContain(newShapes.wordmark);
    for (const colour of Object.values(newColours)) expect(home).toContain(colour);
    expect(read('favicon.svg')).toContain(newShapes.icon);
    const { short_name, theme_color, background_color } = JSON.parse(read('manifest.webmanifest'));
    expect([short_name, theme_color, background_color]).toEqual([
      newName,
      newColours.green,
      newColours.paper,
    ]);
  });

  test.each(['media/logo.png', 'media/maskable-192.png'])('%s is the new icon', async (name) => {
    const picture = sharp(join(pages, name)).removeAlpha();
    const { width = 0 } = await picture.metadata();
    const colourAt = async (at: number) => {
      const pixel = await picture
        .clone()
        .extract({ left: at, top: at, width: 1, height: 1 })
        .raw()
        .toBuffer();
      return `#${pixel.toString('hex')}`;
    };
    expect([await colourAt(width / 2), await colourAt(width / 4)]).toEqual([
      newColours.gold,
      newColours.green,
    ]);
  });
});

test.each([
  ...[
    '/',
    '/feed.xml',
    '/robots.txt',
    '/llms.txt',
    '/sitemap-0.xml',
    '/manifest.webmanifest',
    '/favicon.svg',
  ],
  ...['/api/openapi.json', '/api/store', '/api/product/list', '/api/health', '/api/none', '/none', '/desk'],
  ...['/unsubscribe', '/checkout', '/offline', '/sw.js', '/dev', '/dev/mail'],
])('%s and its headers have nothing of the old brand', async (path) => {
  const response = await fetch(url + path);
  const headers = [...response.headers].map((header) => header.join(': ')).join('\n');
  expect(traces(`${headers}\n${await response.text()}`)).toEqual([]);
});

test('an email that is sent is from the new shop', async () => {
  const body = JSON.stringify({ email: 'asha@example.com' });
  const headers = { 'Content-Type': 'application/json', Origin: url };
  const answer = await fetch(`${url}/api/subscribe`, { method: 'POST', headers, body });
  expect(answer.status, await answer.clone().text()).toBe(200);
  const [path = ''] = await pollUntil(
    async () => /\/dev\/mail\/[\w-]+/.exec(await (await fetch(`${url}/dev/mail`)).text()),
    20_000,
    'the email',
  );
  const mail = await (await fetch(url + path)).text();
  expect(mail).toContain('care@kesari.example');
  expect(traces(mail)).toEqual([]);
});

test('emails of every kind have the new name and colours alone', async () => {
  const { emails } = await withNewSettings<{ emails: Mail[] }>(`
    import { store } from '#settings';
    import { renderEmail } from './functions/email/render.ts';
    import { sampleEmails } from './functions/email/testing/sample-emails.ts';
    const context = { store, url: store.url };
    export const emails = Object.values(sampleEmails).map((data) => renderEmail(data, context));`);
  expect(emails.length).toBeGreaterThan(20);
  for (const email of emails) {
    expect(traces(JSON.stringify(email))).toEqual([]);
    expect(email.html).toContain(newColours.green);
    expect(email.html).toContain('D&#39;Kesari &amp; Söhne</a>');
  }
});

test('an invoice has the new name, fonts and colours alone', async () => {
  const { pdf } = await withNewSettings<{ pdf: Promise<Uint8Array> }>(`
    import { documentPdf } from './functions/documents/document-pdf.ts';
    import { supplier } from './functions/documents/issue.ts';
    import { invoiceOfOrder } from './src/domain/documents/order-invoice.ts';
    import { order } from './src/domain/documents/testing/sample-documents.ts';
    const invoice = { ...invoiceOfOrder(order, supplier, order.placedAt), kind: 'invoice', number: 'A/1' };
    export const pdf = documentPdf(invoice);`);
  const file = Buffer.from(await pdf);
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(file)), { mergePages: true });
  expect(text).toContain(newName);
  expect(traces(text)).toEqual([]);
  expect(traces(file.toString('latin1'))).toEqual([]);
  const used = coloursIn(file);
  expect(used).toContain(rgb(newColours.ink));
  expect(used.filter((colour) => oldColours.map(rgb).includes(colour))).toEqual([]);
});

/** A colour as a PDF writes it: `0.114 0.2 0.153 rg`. */
const rgb = (colour: string): string =>
  [1, 3, 5]
    .map((at) => Math.round((Number.parseInt(colour.slice(at, at + 2), 16) / 255) * 1000) / 1000)
    .join(' ');

/** The colours of the pages of a PDF. */
function coloursIn(file: Buffer): string[] {
  const streams = file
    .toString('latin1')
    .matchAll(/\/FlateDecode \/Length \d+ >>\nstream\n([\s\S]*?)\nendstream/g);
  return [...streams].flatMap(([, content = '']) =>
    [
      ...inflateSync(Buffer.from(content, 'latin1'))
        .toString('latin1')
        .matchAll(/([\d.]+ [\d.]+ [\d.]+) rg/g),
    ].map(([, colour = '']) => colour),
  );
}
