/** Products at the desk (docs/desk.md, "Products"): the list, and one product with the history of its changes. */
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { catalogueChanges, productFiles, products, users } from '#db/schema/index.ts';
import {
  type ChangeState,
  changeStates,
  type Item,
  undoChangeTime,
} from '#domain/catalogue/catalogue-change.ts';
import type { ProductView } from '#domain/catalogue/product-views.ts';
import { changeText } from '#domain/catalogue/write-changes.ts';
import { isSameSale } from '#domain/pricing/sale.ts';
import { oneDay } from '#lib/dates.ts';
import type { DeskCall } from '../lib/call.ts';
import { notFound, refuses } from '../lib/refusal.ts';
import { list } from './list.ts';
import type { Paged } from './paging.ts';
import { pausedByName } from './pause.ts';

const { id, name, status, position, picture, items, words, version, category, publishFrom } = productFiles;

/** What is sold of a product of the list. */
const soldOf = sql`FROM ${products} WHERE (${products.id} = ${id} OR ${products.group} = ${id}) AND +${products.retired} = 0`;

const isOpen = sql`EXISTS (SELECT 1 FROM ${catalogueChanges}
  WHERE ${catalogueChanges.productId} = ${id} AND ${catalogueChanges.endedAt} IS NULL)`;

const views: Record<ProductView, SQL | undefined> = {
  all: undefined,
  published: eq(status, 'published'),
  draft: eq(status, 'draft'),
  hidden: eq(status, 'hidden'),
  retired: eq(status, 'retired'),
  open: isOpen,
};

/** Words of a search that count. */
const maxWords = 8;

/** What the desk has changed of products, also of a day after a build has it. */
export const readChangedFiles = ({ db, now }: DeskCall) =>
  db.read
    .select({ status, items })
    .from(productFiles)
    .where(
      sql`${id} IN (SELECT product_id FROM ${catalogueChanges} WHERE ended_at IS NULL OR ended_at > ${now - oneDay})`,
    );

/** The address of the editor, for an operator who may use it; null where there is none. */
const editorFor = ({ editor, operator }: DeskCall): string | null =>
  (operator.editsContent && editor.EDITOR_URL) || null;

const productList = list({
  from: ({ db }) =>
    db.read
      .select({
        id,
        name,
        status,
        position,
        picture,
        items,
        /** Pieces of all sizes and shades; null where one is not counted. */
        stock: sql<
          number | null
        >`(SELECT iif(min(${products.tracked}) = 0, NULL, coalesce(sum(${products.stock}), 0)) ${soldOf})`,
        paused: sql<number>`(SELECT count(*) ${soldOf} AND ${products.paused} IS NOT NULL)`,
        isOpen: sql<number>`${isOpen}`,
      })
      .from(productFiles),
  order: { position, id },
  isOldestFirst: () => true,
  where: ({ show, q }: { show: ProductView; q: string }) =>
    and(
      views[show],
      ...q
        .toLowerCase()
        .split(/\s+/)
        .filter(Boolean)
        .slice(0, maxWords)
        .map((word) => sql`instr(${words}, ${word}) > 0`),
    ),
  row: ({ position: _, items, ...row }) => {
    const [cheapest] = items.toSorted((one, other) => one.price - other.price);
    return {
      ...row,
      price: cheapest?.price ?? 0,
      originalPrice: cheapest?.originalPrice ?? null,
      /** Sizes and shades; 1 for a product without. */
      count: items.length,
      varies: items.some(({ price }) => price !== cheapest?.price),
      isOpen: Boolean(row.isOpen),
    };
  },
});

/** Products in the catalogue's order, drafts too. */
export const listProductFiles = async (call: DeskCall, query: Parameters<typeof productList>[1]) => ({
  ...(await productList(call, query)),
  editor: editorFor(call),
});

const { at, fields, state, reason, commit, undoneAt, undoes, actorId } = catalogueChanges;

/** The changes of a product, newest first. */
const changeList = list({
  from: ({ db }) =>
    db.read
      .select({
        id: catalogueChanges.id,
        at,
        productId: catalogueChanges.productId,
        fields,
        state,
        reason,
        commit,
        undoneAt,
        undoes,
        actor: sql<string | null>`(SELECT name FROM ${users} WHERE id = ${actorId})`,
      })
      .from(catalogueChanges),
  order: { at, id: catalogueChanges.id },
  where: ({ productId }: { productId: string }) => eq(catalogueChanges.productId, productId),
  row: ({ fields, productId, ...row }, { now }) => ({
    ...row,
    fields,
    did: changeText(productId, fields),
    stateText: changeStates[row.state as ChangeState],
    canUndo: row.undoneAt === null && now - row.at < undoChangeTime,
  }),
});

/** One product as it is now, with a page of its changes. */
export async function readProductFile(call: DeskCall, query: { productId: string } & Paged) {
  const { db } = call;
  const [[file], rows, sold] = await db.read.batch([
    db.read
      .select({ id, name, status, category, publishFrom, picture, version, items })
      .from(productFiles)
      .where(eq(id, query.productId)),
    changeList.statement(call, query),
    db.read
      .select({
        id: products.id,
        stock: products.stock,
        tracked: products.tracked,
        paused: products.paused,
        pausedAt: products.pausedAt,
        pausedBy: pausedByName,
        retired: products.retired,
        sales: products.sales,
      })
      .from(products)
      .where(
        inArray(
          products.id,
          sql`(SELECT value ->> 'id' FROM ${productFiles}, json_each(${items}) WHERE ${id} = ${query.productId})`,
        ),
      ),
  ]);
  if (!file) return notFound('This product');
  const withStock = (item: Item) => {
    const row = sold.find((one) => one.id === item.id);
    const { sales = [], ...stock } = row ?? {
      stock: null,
      tracked: true,
      paused: null,
      pausedAt: null,
      pausedBy: null,
    };
    // A sale of the product counts for its sizes and shades too.
    const isOwn = (sale: (typeof sales)[number]) => item.sale !== null && isSameSale(item.sale, sale);
    return { ...item, ...stock, id: item.id, otherSales: sales.filter((sale) => !isOwn(sale)) };
  };
  const product = {
    ...file,
    items: file.items.map(withStock),
    editor: editorFor(call),
    mayChange: call.operator.editsContent,
  };
  return { product, ...changeList.page(call, rows) };
}
refuses(readProductFile, notFound);
