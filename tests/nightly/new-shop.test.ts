/**
 * `npm run new-shop`: eight answers make an empty shop, of which each page is read, and which sells its first product as soon as
 * there is one.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contentRoot, root } from '#tools/lib/content.ts';
import { freePort } from '#tools/lib/database.ts';
import { type CommandResult, pollUntil, runFile, temporaryFolder } from '#tools/lib/fixture.ts';
import { addButton, fillGuest, openCheckout, submitOrder } from '../browser/steps.ts';
import { see, useBrowser } from '../browser/visitor.ts';
import { parseHtml, textOf } from '../built/pages.ts';
import { newEmail } from '../support/accounts.ts';
import { linkChecker } from '../support/dead-links.ts';
import { newPhone } from '../support/guests.ts';
import type { TestShop } from '../support/shop.ts';
import { writeProduct } from '../support/shop-copy.ts';

/** A cold build of pages and Worker on a busy machine, ms. */
const longest = 600_000;

/** Quotes, signs of YAML, a letter that no font of the shop has, and Hindi. */
const name = 'O\'Neill & Søns: "हरिता"';

/** From the project's folder, as CONTENT_DIR has it. */
const content = '.cache/new-shop';
const folder = join(root, content);
const pages = join(root, '.cache', content, 'dist');
const clear = () => {
  for (const path of [folder, join(root, '.cache', content)]) rmSync(path, { recursive: true, force: true });
};

/** The command at a copy of the tests' content. */
const newShop = (parameters: string[], input = '') =>
  execa(process.execPath, ['tools/new-shop.ts', '--no-start', ...parameters], {
    cwd: root,
    env: { CONTENT_DIR: content },
    input,
    all: true,
    reject: false,
  });

const data = temporaryFolder();
const answers = join(data.path, 'answers.yaml');
let run: CommandResult;
const shop = { stack: { url: '' } } as unknown as TestShop;
const { visit } = useBrowser(shop);

beforeAll(async () => {
  clear();
  cpSync(contentRoot, folder, { recursive: true });
  mkdirSync(data.path, { recursive: true });
  writeFileSync(
    answers,
    `name: ${JSON.stringify(name)}\nstate: Assam\npay: [cash on delivery]\ncolour: '#f2c14e'\n`,
  );
});
afterAll(async () => {
  run?.process.kill('SIGTERM');
  await run?.exited;
  data.remove();
  clear();
});

describe('the questions', () => {
  test('refuse what nobody could get back, unless they are told to', async () => {
    const { exitCode, all } = await newShop(['--answers', answers]);
    expect(all).toMatch(/has no copy in Git.*--replace/);
    expect(exitCode).toBe(1);
    expect(readdirSync(join(folder, 'products')).length).toBeGreaterThan(5);
  });

  test('are asked again after a mistake, and end without a change where nobody agrees', async () => {
    const typed = [
      '',
      'Kesh',
      'Kerala',
      '29ABCDE1234F1ZW',
      '',
      'candles',
      '',
      'cash on delivery',
      '',
      '',
      'no',
    ];
    const { exitCode, all } = await newShop([], `${typed.join('\n')}\n`);
    expect(all).toMatch(/1 of 8[\s\S]*must not be empty[\s\S]*2 of 8[\s\S]*begin with 32[\s\S]*8 of 8/);
    expect(all).toMatch(/Replace it all\? \[no\][\s\S]*Nothing has been changed/);
    expect(exitCode).toBe(1);
  });

  test('end where the answers end', async () => {
    const { exitCode, all } = await newShop([], 'Kesh\n');
    expect(all).toMatch(/answers ended before the last question/);
    expect(exitCode).toBe(1);
  });

  test('make a shop whose owner is told what is missing', async () => {
    const typed = [name, 'Assam', '', '', '', 'cash on delivery', '', '#f2c14e', 'yes'];
    const { exitCode, all } = await newShop([], `${typed.join('\n')}\n`);
    expect(all).toMatch(/is too light for texts/);
    expect(all).toMatch(/legal\.gstin, legal\.address, care\.phone, care\.email, legal\.grievanceOfficer/);
    expect(exitCode).toBe(0);
  });

  test('leave content that can be built, and of which npm run content names the gaps', async () => {
    const { exitCode, stdout } = await execa(process.execPath, ['tools/content.ts'], {
      cwd: root,
      env: { CONTENT_DIR: content },
      reject: false,
    });
    expect(stdout).toMatch(/legal\.gstin: .*registered/);
    expect(stdout).toMatch(/stops the build: 0/);
    expect(exitCode).toBe(0);
  });
});

describe('the empty shop', () => {
  beforeAll(async () => {
    const port = await freePort();
    run = runFile(root, 'tools/new-shop.ts', ['--answers', answers, '--replace'], {
      CONTENT_DIR: content,
      PORT: `${port}`,
      DATA_DIR: data.path,
      EDIT: 'off',
    });
    shop.stack.url = await pollUntil(
      () => {
        if (run.process.exitCode !== null) throw new Error(run.output.text);
        return / is open at (\S+) /.exec(run.output.text)?.[1];
      },
      longest,
      'the shop is open',
    );
  }, longest);

  const htmlFiles = () =>
    readdirSync(pages, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'));
  const htmlOf = (file: string) => readFileSync(join(pages, file), 'utf8');

  test('links to no page that is not there', () => {
    expect(linkChecker(pages).allDeadLinks()).toEqual([]);
    expect(htmlFiles().length).toBeGreaterThan(20);
  });

  test('says nothing of the shop before, of samples, of tax and of what nobody has entered', () => {
    const wrong = htmlFiles().flatMap((file) => {
      const { root: all } = parseHtml(htmlOf(file).replace(/<(script|style)\b.*?<\/\1>/gs, ''));
      const words = textOf(all);
      const found =
        words.match(
          /.{0,30}(harita\b|\bsample(?! reviews)|include GST(?!\?)|undefined|\{\{|\(\)|\+91).{0,30}/gi,
        ) ?? [];
      return found.map((text) => `${file}: ${text}`);
    });
    expect(wrong).toEqual([]);
  });

  test.each([
    '/feed.xml',
    '/sitemap-0.xml',
    '/llms.txt',
    '/robots.txt',
    '/manifest.webmanifest',
    '/media/share.jpg',
  ])('%s is there, and is about the new shop', async (path) => {
    const response = await fetch(shop.stack.url + path);
    expect(response.status).toBe(200);
    expect((await response.text()).replaceAll(name, '')).not.toMatch(/harita|sample/i);
  });

  test('can be read on a phone and on a laptop, page by page', async () => {
    const sitemap = await (await fetch(`${shop.stack.url}/sitemap-0.xml`)).text();
    const listed = [...sitemap.matchAll(/<loc>https:\/\/[^/]+([^<]*)<\/loc>/g)].map(
      ([, path]) => path || '/',
    );
    const paths = [...listed, '/cart', '/checkout', '/wishlist', '/login', '/track', '/collection?q=serum'];
    expect(listed).toEqual(
      expect.arrayContaining(['/', '/collection', '/contact', '/skin', '/policies/terms']),
    );
    for (const width of [390, 1280]) {
      const { page } = await visit(width);
      for (const path of paths) {
        await page.goto(path);
        const { scroll, title } = await page.evaluate(() => ({
          scroll: document.documentElement.scrollWidth - innerWidth,
          title: document.querySelector('h1')?.textContent?.trim(),
        }));
        expect({ path, width, scroll, hasTitle: Boolean(title) }).toEqual({
          path,
          width,
          scroll: 0,
          hasTitle: true,
        });
      }
    }
  }, 300_000);

  test('says that products come', async () => {
    const { page } = await visit(390, { path: '/' });
    await see(page.getByText('The first products come soon.'));
    await page.goto('/collection');
    await see(page.getByText('The first products come soon.'));
  });
});

describe('the first product', () => {
  beforeAll(async () => {
    const product = {
      name: 'Neem Soap',
      price: 149,
      category: 'cleanser',
      placeholder: true,
      openingStock: 9,
    };
    writeProduct(folder, 'neem-soap', product, '\nMade in small batches.\n');
    await pollUntil(
      () => run.output.text.includes('The shop shows your changes.'),
      longest,
      'the product is shown',
    );
  }, longest);

  test('is on the home page, which says no more that products come', async () => {
    const { page } = await visit(390, { path: '/' });
    await see(page.getByRole('link', { name: 'Neem Soap' }).first());
    expect(await page.getByText('come soon').count()).toBe(0);
  });

  test('is sold', async () => {
    const { page } = await visit(390, { path: '/collection' });
    await addButton(page, 'Neem Soap').tap();
    await page.goto('/cart');
    await see(page.getByRole('heading', { name: 'Your Cart' }));
    expect(await page.getByText('GST').count()).toBe(0);
    await openCheckout(page);
    expect(await page.getByText('GST').count()).toBe(0);
    await fillGuest(page, { email: newEmail(), phone: newPhone() });
    await submitOrder(page);
    await see(page.getByText('Order Placed Successfully!'));
  });
});
