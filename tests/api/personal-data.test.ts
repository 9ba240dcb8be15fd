/**
 * Personal data (functions/accounts/personal-data.ts): the export shows it, and deleting the account erases it, as
 * declared; other people's data is neither shown nor changed.
 */
import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { users } from '#db/schema/index.ts';
import { columnsOf, personalData } from '#functions/accounts/personal-data.ts';
import { keysOf } from '#lib/keys.ts';
import { countHashes, password } from '../support/accounts.ts';
import { type ApiBody, times } from '../support/client.ts';
import { day, hour, runJobAt } from '../support/clock.ts';
import { personWithData } from '../support/personal-data.ts';
import { select, snapshot } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ proxy: true, vars: { COUNT_HASHES: '1', EXPORTS_PER_HOUR: '3' } });
type Someone = Awaited<ReturnType<typeof personWithData>>;

let personCount = 0;
let me: Someone;
let neighbour: Someone;
function someone(): Promise<Someone> {
  personCount += 1;
  return personWithData(shop, personCount);
}
type Answer = ApiBody & { incomplete: string[]; data: Record<string, Record<string, unknown>[]> };
const ask = ({ person }: Someone, word = password) =>
  person.post<Answer>('/api/user/export', { password: word });

/** Personal tables with their declarations. */
const personal = keysOf(personalData).flatMap((table) => {
  const one = personalData[table];
  return 'notPersonal' in one ? [] : [{ table, one, columns: columnsOf(table) }];
});
const exported = personal.flatMap(({ table, one, columns }) =>
  'list' in one ? [{ table, list: one.list, columns }] : [],
);

/** Text columns, as `table.column`, that contain one of these words. */
async function columnsWith(words: readonly string[]): Promise<string[]> {
  const columns = await select<{ table: string; column: string }>(
    shop.db,
    sql`SELECT t.name AS "table", c.name AS "column" FROM pragma_table_list t JOIN pragma_table_info(t.name) c
      WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite_%' ORDER BY 1, 2`,
  );
  const hasOne = (column: string) =>
    sql.join(
      words.map((word) => sql`instr(CAST(${sql.identifier(column)} AS text), ${word})`),
      sql` OR `,
    );
  const found: string[] = [];
  for (const [table, its] of Map.groupBy(columns, (one) => one.table)) {
    const each = its.map(({ column }) => sql`max(${hasOne(column)}) AS ${sql.identifier(column)}`);
    const query = sql`SELECT ${sql.join(each, sql`, `)} FROM ${sql.identifier(table)}`;
    const [row = {}] = await select<object>(shop.db, query);
    found.push(...Object.entries(row).flatMap(([column, has]) => (has ? [`${table}.${column}`] : [])));
  }
  return found;
}

beforeAll(async () => {
  [me, neighbour] = [await someone(), await someone()];
});
beforeEach(() => shop.db.write.run(sql`DELETE FROM attempts WHERE key NOT LIKE 'changes:%'`));

test('each user of these tests has a row in every personal table', () => {
  expect(Object.keys(me.rows).sort()).toEqual(personal.map(({ table }) => table).sort());
});

/** Columns with a secret, something derived from one, or another person. */
const secret = /hash|token|secret|password|key|network|confirmedBy/i;

describe('the export', () => {
  test('has every value of every column that is declared as shown', async () => {
    const { status, body } = await ask(me);
    expect([status, body.success, body.incomplete]).toEqual([200, true, []]);
    expect(Object.keys(body.data).sort()).toEqual(exported.map(({ list }) => list).sort());
    for (const { table, list, columns } of exported) {
      const wanted: Record<string, unknown> = {};
      for (const [name, show] of Object.entries(columns))
        if (typeof show === 'function')
          wanted[name] = (show as (value: unknown) => unknown)(me.rows[table]?.[name] ?? null);
      expect(body.data[list], list).toContainEqual(wanted);
    }
  });

  test('has amounts in rupees, times as ISO 8601, and no secrets', async () => {
    const { body, text } = await ask(me);
    const { orders, account, emails } = body.data;
    expect(orders).toEqual([expect.objectContaining({ subtotal: 600, discount: 60, total: 540 })]);
    expect(account?.[0]?.createdAt).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(emails?.map(({ cause }) => cause)).toContain('order_paid');
    for (const { table, columns } of personal)
      for (const name of Object.keys(columns)) {
        const value = me.rows[table]?.[name];
        if (secret.test(name) && value) expect(text, `${table}.${name}`).not.toContain(String(value));
      }
  });

  test('has no data of other users', async () => {
    const { text } = await ask(me);
    for (const word of neighbour.words) expect(text).not.toContain(word);
    for (const [table, row] of Object.entries(neighbour.rows))
      for (const id of [row.id, row.orderId, row.ticketId, row.code])
        if (id) expect(text, table).not.toContain(String(id));
  });

  test('leaves out the address’s data if the address is not verified', async () => {
    const verify = (verifiedAt: number | null) =>
      shop.db.write.update(users).set({ verifiedAt }).where(eq(users.id, me.userId));
    await verify(null);
    const { body } = await ask(me);
    await verify(Date.now());
    const { tickets, ticketAnswers, newsletter, codes, emails, orders } = body.data;
    expect([tickets, ticketAnswers, newsletter, codes, emails]).toEqual([[], [], [], [], []]);
    expect(orders).toHaveLength(1);
  });

  test('leaves out internal notes of operators', async () => {
    const orderId = me.rows.orders?.id;
    await shop.db.write.run(sql`INSERT INTO order_events (id, order_id, at, actor, kind, reason, shown)
      VALUES (${`note-${orderId}`}, ${orderId}, 1, 'operator', 'note', 'Call before noon', 0)`);
    expect((await ask(me)).text).not.toContain('Call before noon');
  });

  test('of too many rows has the newest, and lists the incomplete tables', async () => {
    const id = me.userId;
    const maxRows = 2_000;
    await shop.db.write.run(sql`INSERT INTO links (token_hash, user_id, purpose, created_at, expires_at)
      SELECT 'many-' || value, ${id}, 'reset', value, ${Date.now() * 2} FROM generate_series(1, ${maxRows})`);
    const { body } = await ask(me);
    expect([body.incomplete, body.data.links?.length]).toEqual([['links'], maxRows]);
    expect(body.data.links?.[0]?.createdAt).toBe(new Date(maxRows).toISOString());
  });

  test('needs the password: a wrong one costs one hash and returns no data', async () => {
    const wrong = async () => {
      const { status, body } = await ask(me, 'wrong');
      expect([status, Object.keys(body.fields), body.data]).toEqual([422, ['password'], undefined]);
    };
    expect(await countHashes(shop, wrong)).toBe(1);
    const dead = await shop.client('x'.repeat(43)).post('/api/user/export', { password });
    expect([dead.status, dead.body.code]).toEqual([401, 'signed_out']);
  });

  test('has an hourly limit per account, and changes nothing', async () => {
    const before = await snapshot(shop.db, ['attempts']);
    for (const _ of times(3, String)) expect((await ask(me)).status).toBe(200);
    const { status, body, headers } = await ask(me);
    expect([status, body.code, Number(headers.get('retry-after')) > 0]).toEqual([429, 'too_many', true]);
    expect((await ask(neighbour)).status).toBe(200);
    expect(await snapshot(shop.db, ['attempts'])).toEqual(before);
  });

  test('is refused when the session ends or the password changes meanwhile', async () => {
    for (const [change, answer] of [
      [sql`UPDATE users SET password = 'other' WHERE id = `, [422, 'invalid']],
      [sql`DELETE FROM sessions WHERE user_id = `, [401, 'signed_out']],
    ] as const) {
      const one = await someone();
      const held = shop.proxy.hold(2);
      const asking = ask(one);
      await held.arrived;
      await shop.db.write.run(sql`${change} ${one.userId}`);
      held.release();
      const { status, body } = await asking;
      expect([status, body.code, body.data]).toEqual([...answer, undefined]);
    }
  });
});

describe('deleting the account', () => {
  beforeEach(async () => {
    me = await someone();
  });
  const sqlName = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  /** Columns that may still identify the person: those that are declared as kept, with a reason. */
  const keptColumns = personal.flatMap(({ table, one: { deletion } }) =>
    typeof deletion === 'string' || !('words' in deletion)
      ? []
      : Object.keys(deletion.words).map((column) => `${sqlName(table)}.${sqlName(column)}`),
  );

  test('erases everything that is declared as erased', async () => {
    const { person, words } = me;
    const filled = `users.email orders.address order_words.word outbox.recipient reviews.name order_events.reason
      refunds.note returns.answer returns.note flags.detail ticket_answers.message audit.detail stock_changes.note
      customer_notes.text reviews.reply`;
    expect(await columnsWith(words)).toEqual(expect.arrayContaining(filled.split(/\s+/)));
    // Counted attempts are forgotten within a day, everybody's.
    const others = (await columnsWith(neighbour.words)).filter((column) => column !== 'attempts.key');
    expect((await person.post('/api/user/delete', { password })).status).toBe(200);
    // The last email is sent first; the scheduled job deletes it within a day.
    const after = (await columnsWith(words)).filter((column) => !column.startsWith('outbox.'));
    expect(after.filter((column) => !keptColumns.includes(column))).toEqual([]);
    await shop.db.write.run(sql`UPDATE outbox SET status = 'sent', letter = NULL, sent_at = created_at`);
    await runJobAt(shop, day + hour);
    expect(await columnsWith(words)).toEqual([
      'audit.about',
      'audit.detail',
      'documents.data',
      'order_events.actor_id',
      'reviews.comment',
      'reviews.reply',
      'reviews.title',
      'stock_changes.note',
      'ticket_answers.message',
      'tickets.email',
      'tickets.message',
      'tickets.name',
    ]);
    expect(keptColumns).toEqual(
      expect.arrayContaining(['audit.about', 'order_events.actor_id', 'tickets.email', 'tickets.name']),
    );
    expect(await columnsWith(neighbour.words)).toEqual(others);
  });

  test('keeps the rows that are declared as kept, and clears their declared columns', async () => {
    const { person, rows } = me;
    expect((await person.post('/api/user/delete', { password })).status).toBe(200);
    for (const { table, one } of personal) {
      const [key = '', value] =
        Object.entries(rows[table] ?? {}).find(([name]) =>
          /^(id|orderId|returnId|reviewId|userId|email|emailHash|key|code)$/.test(name),
        ) ?? [];
      const left = await select<Record<string, unknown>>(
        shop.db,
        sql`SELECT * FROM ${sql.identifier(sqlName(table))} WHERE ${sql.identifier(sqlName(key))} = ${value}`,
      );
      expect([table, left.length > 0]).toEqual([table, typeof one.deletion !== 'string']);
      if (typeof one.deletion === 'string' || !('without' in one.deletion)) continue;
      for (const column of one.deletion.without)
        expect([null, '', '[]', '[erased]', 'address'], `${table}.${column}`).toContain(
          column === 'address' ? column : left[0]?.[sqlName(column)],
        );
    }
  });
});
