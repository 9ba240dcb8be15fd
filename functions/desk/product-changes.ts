/**
 * Changes of products by operators (docs/desk.md, "Products"). Each is one batch: shoppers see it at once, and it waits to be
 * written into content (functions/catalogue/write-content.ts).
 */
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { catalogueChanges, productFiles, products, users } from '#db/schema/index.ts';
import { copyProducts, countKits } from '#db/sync.ts';
import type { AuditAction } from '#domain/audit/actions.ts';
import {
  type ChangeableProduct,
  differences,
  doubtsAbout,
  type FieldChange,
  hasAll,
  type Item,
  mistakesOf,
  reversed,
  undoChangeTime,
  withFields,
} from '#domain/catalogue/catalogue-change.ts';
import type { ProductStatus } from '#domain/catalogue/product-list.ts';
import { isListed, isSold } from '#domain/catalogue/publication.ts';
import { changeText } from '#domain/catalogue/write-changes.ts';
import { isSameSale, type Sale } from '#domain/pricing/sale.ts';
import type { Paise } from '#lib/money.ts';
import type { DeskCall } from '../lib/call.ts';
import { notFound, type Refusal, refusal, refuses, wrongFields } from '../lib/refusal.ts';
import { writeAudit } from './audit.ts';
import { conflict } from './conflict.ts';

/** New values of what is sold; what is left out stays. */
type NewValues = { id: string; price?: Paise; originalPrice?: Paise | null; sale?: Sale | null };

/** @property version that the operator saw @property confirmed values that may be mistakes are meant */
export type ProductChange = {
  productId: string;
  version: number;
  status?: ProductStatus | undefined;
  items: readonly NewValues[];
  confirmed: boolean;
};

/** Values that may be mistakes. The same request with `confirmed` makes the change. */
export const confirmationNeeded = refusal(409, 'confirm', (doubts: readonly string[]) => ({
  message: `Please look again: ${doubts.join(' ')} Is this right?`,
  doubts: [...doubts],
}));

export const nothingChanged = refusal(409, 'nothing_changed', 'Nothing is different from what it is now.');

type File = typeof productFiles.$inferSelect;

/** The sales of the rows of a product in `products`, by id. In parts, so that the columns have the names of their tables. */
const salesOfFile = sql`(SELECT json_group_object(${products.id}, json(${products.sales})) FROM ${products}
  WHERE ${products.id} = ${productFiles.id} OR ${products.group} = ${productFiles.id})`;

const selectFile = (from: Db['read' | 'write'], productId: string | SQL) =>
  from
    .select({ file: productFiles, sales: sql<string>`${salesOfFile}` })
    .from(productFiles)
    .where(eq(productFiles.id, productId));

/** What another operator, or a build, has changed meanwhile. */
async function changedMeanwhile(
  { db, now }: DeskCall,
  { id, version, name, items, status }: File,
): Promise<Refusal> {
  const [last] = await db.read
    .select({
      at: catalogueChanges.at,
      fields: catalogueChanges.fields,
      actor: sql<string | null>`(SELECT name FROM ${users} WHERE id = ${catalogueChanges.actorId})`,
    })
    .from(catalogueChanges)
    .where(eq(catalogueChanges.productId, id))
    .orderBy(sql`${catalogueChanges.at} DESC`, sql`${catalogueChanges.id} DESC`)
    .limit(1);
  // Without a change of late, a build has brought another value.
  const isRecent = last && now - last.at < undoChangeTime;
  const who = isRecent
    ? `${last.actor ?? 'A former operator'}: ${changeText(id, last.fields)}`
    : 'by a new build';
  return conflict(`${name} has been changed since you opened it (${who}). Please look at it again.`, {
    version,
    status,
    items,
  });
}

/** The sales of a row of `products` with the new ones. @param id of the row, which the sales of its product name too */
function salesWith(sales: readonly Sale[], fields: readonly FieldChange[], ids: readonly string[]): Sale[] {
  let next = [...sales];
  for (const one of fields) {
    if (one.field !== 'sale' || !ids.includes(one.item)) continue;
    const { before, after } = one;
    next = next.filter((sale) => !(before && isSameSale(sale, before)));
    if (after) next.push(after);
  }
  return next;
}

type Write = {
  file: File;
  /** Sales of the rows in `products`, by id. */
  sales: Record<string, Sale[]>;
  next: ChangeableProduct;
  fields: FieldChange[];
  action: AuditAction;
  undoes?: string;
};

/**
 * One batch: the change, the product as the desk shows it, and what shoppers see. Nothing of it happens if the product has
 * another version.
 * @returns the new version; undefined if it has another one
 */
async function writeChange({ db, operator, now }: DeskCall, write: Write): Promise<number | undefined> {
  const { file, sales, next, fields, action, undoes } = write;
  const id = crypto.randomUUID();
  const done = sql`EXISTS (SELECT 1 FROM ${catalogueChanges} WHERE id = ${id})`;
  const publication = {
    status: next.status,
    publishFrom: file.publishFrom === null ? undefined : new Date(file.publishFrom),
  };
  const isSoldNow = isSold(publication, now);
  const rows = next.items.map(({ id, price, originalPrice }) => ({
    id,
    price,
    originalPrice: originalPrice ?? price,
    sales: salesWith(sales[id] ?? [], fields, [id, file.id]),
  }));
  const firstRow = file.rows[0];
  const isNewlySold = isSoldNow && !isSold({ ...publication, status: file.status }, now);
  const values = sql`(SELECT value ->> 'id' AS id, value ->> 'price' AS price, value ->> 'originalPrice' AS originalPrice,
    value -> 'sales' AS sales FROM json_each(${JSON.stringify(rows)}))`;
  const [, , , [changed]] = await db.write.batch([
    db.write.run(sql`
      INSERT INTO ${catalogueChanges} (id, at, actor_id, product_id, fields, next_try_at, undoes)
      SELECT ${id}, ${now}, ${operator.id}, ${file.id}, ${JSON.stringify(fields)}, ${now}, ${undoes ?? null}
      WHERE EXISTS (SELECT 1 FROM ${productFiles} WHERE id = ${file.id} AND version = ${file.version})
        ${undoes ? sql`AND EXISTS (SELECT 1 FROM ${catalogueChanges} WHERE id = ${undoes} AND undone_at IS NULL)` : sql``}`),
    writeAudit(db, operator, { action, about: file.id, detail: changeText(file.id, fields) }, now, done),
    db.write.run(
      sql`UPDATE ${catalogueChanges} SET undone_at = ${now} WHERE id = ${undoes ?? ''} AND ${done}`,
    ),
    db.write
      .update(productFiles)
      .set({ items: [...next.items], status: next.status, hash: '', version: sql`version + 1` })
      .where(sql`id = ${file.id} AND ${done}`)
      .returning({ version: productFiles.version }),
    ...(isNewlySold && firstRow
      ? [
          db.write.run(
            copyProducts(
              firstRow,
              sql`(SELECT value AS "row" FROM ${productFiles}, json_each(${productFiles.rows})
                WHERE ${productFiles.id} = ${file.id} AND ${done}) WHERE true`,
            ),
          ),
        ]
      : []),
    ...(isNewlySold ? [db.write.run(countKits)] : []),
    db.write.run(sql`UPDATE ${products} SET price = line.price, original_price = line.originalPrice, sales = line.sales,
      hidden = ${isListed(next) ? 0 : 1}, retired = ${isSoldNow ? 0 : 1}, version = ${id}
      FROM ${values} AS line WHERE ${products.id} = line.id AND ${done}`),
  ] as const);
  return changed?.version;
}

/** Reads a product. @returns undefined for an unknown one */
async function readFile({ db }: DeskCall, productId: string) {
  const [row] = await selectFile(db.read, productId);
  return row && { file: row.file, sales: JSON.parse(row.sales) as Record<string, Sale[]> };
}

/** Changes prices, MRPs, sales and the status of a product. */
export async function changeProduct(
  call: DeskCall,
  { productId, version, status, items, confirmed }: ProductChange,
): Promise<{ ok: true; version: number; name: string } | Refusal> {
  const found = await readFile(call, productId);
  if (!found) return notFound('This product');
  const { file } = found;
  if (file.version !== version) return changedMeanwhile(call, file);
  const unknown = items.findIndex(({ id }) => !file.items.some((one) => one.id === id));
  if (unknown >= 0) return wrongFields({ [`items.${unknown}.id`]: 'is not a size or shade of this product' });
  const next: ChangeableProduct = {
    ...file,
    status: status ?? file.status,
    items: file.items.map((item): Item => ({ ...item, ...items.find(({ id }) => id === item.id) })),
  };
  const mistakes = mistakesOf(file, next);
  if (mistakes.length)
    return wrongFields(
      Object.fromEntries(
        mistakes.map(({ item, field, message }) => [
          `items.${items.findIndex(({ id }) => id === item)}.${field}`,
          message,
        ]),
      ),
    );
  const fields = differences(file, next);
  if (!fields.length) return nothingChanged();
  const doubts = confirmed ? [] : doubtsAbout(file, next);
  if (doubts.length) return confirmationNeeded(doubts);
  const written = await writeChange(call, { ...found, next, fields, action: 'product_changed' });
  if (written !== undefined) return { ok: true, version: written, name: file.name };
  const now = await readFile(call, productId);
  return now ? changedMeanwhile(call, now.file) : notFound('This product');
}
refuses(changeProduct, notFound, conflict, confirmationNeeded, nothingChanged, wrongFields);

/** A change that cannot be undone any more. */
export const undoIsOver = refusal(
  409,
  'too_late',
  'This change is older than a day. Please change the product instead.',
);

/** Undoes a change of the last day, if the product still has its values. */
export async function undoProductChange(
  call: DeskCall,
  { id }: { id: string },
): Promise<{ ok: true; name: string } | Refusal> {
  const { db, now } = call;
  const [[change], [row]] = await db.read.batch([
    db.read.select().from(catalogueChanges).where(eq(catalogueChanges.id, id)),
    selectFile(db.read, sql`(SELECT product_id FROM ${catalogueChanges} WHERE id = ${id})`),
  ]);
  if (!change || !row) return notFound('This change');
  const { file } = row;
  if (change.undoneAt !== null)
    return conflict('This change has already been undone.', { version: file.version });
  if (now - change.at >= undoChangeTime) return undoIsOver();
  if (!hasAll(file, change.fields)) return changedMeanwhile(call, file);
  const fields = reversed(change.fields);
  const [mistake] = mistakesOf(file, withFields<ChangeableProduct>(file, fields));
  if (mistake)
    return conflict(`This cannot be undone any more: ${mistake.message}`, { version: file.version });
  const written = await writeChange(call, {
    file,
    sales: JSON.parse(row.sales) as Record<string, Sale[]>,
    next: withFields<ChangeableProduct>(file, fields),
    fields,
    action: 'product_change_undone',
    undoes: id,
  });
  return written === undefined ? changedMeanwhile(call, file) : { ok: true, name: file.name };
}
refuses(undoProductChange, notFound, conflict, undoIsOver);

/** Tries again to write a change that could not be written. */
export async function retryProductChange(
  { db, now }: DeskCall,
  { id }: { id: string },
): Promise<{ ok: true } | Refusal> {
  const [change] = await db.write
    .update(catalogueChanges)
    .set({ state: 'waiting', reason: null, attempts: 0, nextTryAt: now })
    .where(sql`id = ${id} AND state IN ('waiting', 'failed') AND ended_at IS NULL`)
    .returning({ id: catalogueChanges.id });
  return change ? { ok: true } : notFound('This change');
}
refuses(retryProductChange, notFound);
