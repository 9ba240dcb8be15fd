/** The email about what is back in stock (docs/behaviour.md, "Back in stock"). */
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect } from 'vitest';
import { attempts, outbox, products, stockAlerts } from '#db/schema/index.ts';
import { randomNumbers } from '#functions/documents/testing/random-pages.ts';
import { newEmail } from '../support/accounts.ts';
import { inTurn, newClient, tally, times } from '../support/client.ts';
import { day, hour, runJobAt } from '../support/clock.ts';
import { oneClickUrl } from '../support/newsletter.ts';
import { serum, toner } from '../support/orders.ts';
import { countRows, setStock, snapshot } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, test } = shopTest({ simulators: true, flood: 10_000, writes: 10_000 });
const almond = 'mineral-tint-spf-40--deep-almond';

beforeEach(async () => {
  for (const table of [stockAlerts, outbox, attempts]) await shop.db.write.delete(table);
  for (const id of [serum, toner, almond]) await setStock(shop.db, id, 0);
  shop.simulators.mailbox.messages.length = 0;
});

let networks = 0;
/** A client of a network of its own. */
const anyone = () => newClient(shop.stack.url, undefined, `10.1.${networks >> 8}.${networks++ & 255}`);
const ask = (email: string, productId: string = serum, by = anyone()) =>
  by.post('/api/product/stock-alerts', { productId, email });
/** Asks for one address after the other, so that each has a time of its own. */
const askAll = (emails: readonly string[], productId = serum) =>
  inTurn([...emails], async (email) => {
    expect((await ask(email, productId)).status).toBe(200);
    await shop.db.write.run(sql`UPDATE stock_alerts SET created_at = created_at - 1000`);
  });
/** Runs the job at a time from now, twice: it enqueues, and sends. @returns who has been written to, the first first */
async function told(ms = 0) {
  await runJobAt(shop, ms);
  await shop.stack.scheduled();
  return shop.simulators.mailbox.messages
    .filter(({ subject }) => subject.startsWith('Back in stock'))
    .map(({ to }) => to[0]);
}

describe('asking', () => {
  test('stores one row for a mailbox and what is sold, sends nothing, and answers a second time the same', async () => {
    const first = await ask(' Asha.Rao+1@Gmail.com ', almond);
    expect([first.status, first.body]).toEqual([
      200,
      { success: true, message: 'Thank you. We write to you once, when it is back.' },
    ]);
    const before = await snapshot(shop.db, ['attempts']);
    const again = await ask('asharao@googlemail.com', almond);
    expect([again.status, again.text]).toEqual([first.status, first.text]);
    expect(await snapshot(shop.db, ['attempts'])).toEqual(before);
    expect(await shop.db.read.select().from(stockAlerts)).toMatchObject([
      { productId: almond, email: 'asha.rao+1@gmail.com', endedAt: null },
    ]);
    expect(await told()).toEqual([]);
  });

  test('is refused for what is not sold out, not sold, or unknown', async () => {
    await setStock(shop.db, serum, 1);
    await shop.db.write.run(sql`UPDATE products SET paused = 'Recall' WHERE id = ${toner}`);
    await shop.db.write.run(sql`UPDATE products SET retired = 1 WHERE id = ${almond}`);
    const answers = await inTurn([serum, toner, almond, 'no-such-product'], (id) => ask(newEmail(), id));
    await shop.db.write.update(products).set({ paused: null, retired: false });
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      ...times(3, () => [409, 'not_sold_out']),
      [404, 'not_found'],
    ]);
    expect(await countRows(shop.db, 'stock_alerts')).toBe(0);
  });

  test('is limited for a network and for an address, also for requests at once', async () => {
    const network = anyone();
    const fromOne = await Promise.all(times(23, () => ask(newEmail(), serum, network)));
    expect(tally(fromOne)).toEqual({ 200: 20, 429: 3 });
    expect(await countRows(shop.db, 'stock_alerts')).toBe(20);
    const ofOne = await Promise.all(times(7, (n) => ask(`asha+${n}@example.in`, toner)));
    expect(tally(ofOne)).toEqual({ 200: 5, 429: 2 });
  });
});

describe('when it is back', () => {
  test('as many people as there are pieces are told, in the order of asking, and the next a day later', async () => {
    const people = times(4, newEmail);
    await askAll(people);
    expect(await told()).toEqual([]);
    await setStock(shop.db, serum, 2);
    expect((await told()).toSorted()).toEqual(people.slice(0, 2).toSorted());
    // Nobody has bought, so nobody gets a second email, and nobody else gets one about the same piece.
    expect(await told(hour)).toHaveLength(2);
    await setStock(shop.db, serum, 1);
    expect((await told(day + hour)).slice(2)).toEqual(people.slice(2, 3));
    await setStock(shop.db, serum, 0);
    expect(await told(3 * day)).toHaveLength(3);
  });

  test.each(times(6, (n) => n + 1))(
    'never more than pieces in a day, each once, in order: steps %i',
    async (seed) => {
      const random = randomNumbers(seed);
      const asked: string[] = [];
      let [stock, written] = [0, 0];
      for (const _ of times(6, String)) {
        if (random() < 0.5) stock = Math.floor(random() * 5);
        else {
          await setStock(shop.db, serum, 0);
          const emails = times(1 + Math.floor(random() * 4), newEmail);
          await askAll(emails);
          asked.push(...emails);
        }
        await setStock(shop.db, serum, stock);
        await shop.stack.scheduled();
        written = Math.max(written, Math.min(asked.length, stock));
        const recipients = (await shop.db.read.select().from(outbox)).map(({ recipient }) => recipient);
        expect(recipients.toSorted()).toEqual(asked.slice(0, written).toSorted());
      }
      expect(asked.length).toBeGreaterThan(0);
    },
  );

  test('the email has the link to the size or shade, and says who asked', async () => {
    const email = newEmail();
    await ask(email, almond);
    await setStock(shop.db, almond, 5);
    await told();
    const [message] = shop.simulators.mailbox.messages;
    expect(message).toMatchObject({ to: [email], subject: 'Back in stock: Mineral Tint, Deep Almond' });
    const text = message?.text?.replaceAll(/\s+/g, ' ');
    expect(text).toContain('/product/mineral-tint-spf-40?variant=deep-almond');
    expect(text).toContain('Somebody, most likely you, asked on the page of Mineral Tint, Deep Almond');
  });

  test('nobody is told while it is paused or no longer sold', async () => {
    await askAll([newEmail()]);
    await shop.db.write.update(products).set({ stock: 3, paused: 'Recall' }).where(eq(products.id, serum));
    expect(await told()).toEqual([]);
    await shop.db.write.update(products).set({ paused: null, retired: true }).where(eq(products.id, serum));
    expect(await told()).toEqual([]);
    await shop.db.write.update(products).set({ retired: false }).where(eq(products.id, serum));
    expect(await told()).toHaveLength(1);
  });

  test('runs at once write one email; one that cannot store that it wrote has written none', async () => {
    const people = times(3, newEmail);
    await askAll(people);
    await setStock(shop.db, serum, 2);
    await shop.db.write.run(sql`CREATE TRIGGER stopped BEFORE UPDATE ON stock_alerts
      WHEN old.email = ${sql.raw(`'${people[1]}'`)} BEGIN SELECT RAISE(ABORT, 'stopped'); END`);
    await shop.stack.scheduled().catch(() => {});
    expect(await countRows(shop.db, 'outbox', sql`cause LIKE 'stock_alert:%'`)).toBe(0);
    await shop.db.write.run(sql`DROP TRIGGER stopped`);
    await Promise.all(times(3, () => shop.stack.scheduled()));
    expect((await told()).toSorted()).toEqual(people.slice(0, 2).toSorted());
  });

  test('after its email an address can ask again', async () => {
    const email = newEmail();
    await askAll([email]);
    await setStock(shop.db, serum, 1);
    expect(await told()).toEqual([email]);
    await setStock(shop.db, serum, 0);
    await askAll([email]);
    await setStock(shop.db, serum, 1);
    expect(await told(hour)).toEqual([email, email]);
  });

  test('above the limits of its mailbox an alert waits, and holds nobody up', async () => {
    const [often, other] = ['often@example.in', newEmail()];
    const now = Date.now();
    await shop.db.write
      .insert(outbox)
      .values(
        times(3, (n) => ({
          id: `earlier-${n}`,
          cause: `verify_email:${n}`,
          recipient: `of.ten+${n}@example.in`,
          status: 'sent' as const,
          limited: true,
          nextTryAt: now,
          createdAt: now,
          sentAt: now,
        })),
      );
    await askAll([often, other]);
    await setStock(shop.db, serum, 2);
    expect(await told()).toEqual([other]);
    expect(await countRows(shop.db, 'outbox', sql`status = 'held'`)).toBe(0);
    expect(await told(hour + 60_000)).toEqual([other, often]);
  });
});

test('one click ends all alerts of the address, again too, and the link of another does not', async () => {
  const [email, other] = [newEmail(), newEmail()];
  await askAll([email, other]);
  await askAll([email], toner);
  await askAll([email], almond);
  await setStock(shop.db, serum, 1);
  expect(await told()).toEqual([email]);
  const [message] = shop.simulators.mailbox.messages;
  if (!message) throw new Error('no email');
  const url = oneClickUrl(message);
  for (const _ of times(2, String))
    expect((await anyone().post(url.pathname + url.search)).body).toMatchObject({
      success: true,
      message: 'We will not tell you about products that are back.',
    });
  for (const id of [serum, toner, almond]) await setStock(shop.db, id, 9);
  expect(await told(2 * day)).toEqual([email, other]);
});

test('it is deleted 180 days after it was asked for, or after its email', async () => {
  await askAll([newEmail(), newEmail()]);
  const left = async (days: number) => {
    await shop.db.write.run(sql`UPDATE stock_alerts SET created_at = ${Date.now() - days * day}`);
    await shop.db.write.run(sql`UPDATE stock_alerts SET ended_at = created_at + ${20 * day}
      WHERE email = (SELECT max(email) FROM stock_alerts)`);
    await shop.stack.scheduled();
    return countRows(shop.db, 'stock_alerts');
  };
  expect([await left(179), await left(181), await left(201)]).toEqual([2, 1, 0]);
});
