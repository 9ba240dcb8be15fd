import { useState } from 'react';
import { hashOf } from '#domain/desk/route.ts';
import type { ListKind } from '#domain/stock/changes.ts';
import { TextField } from '#ui/TextField.tsx';
import { TableHead } from '../ui/TableHead.tsx';
import { CategoryField } from './CategoryField.tsx';
import type { StockItem } from './items.api.ts';
import { ListInput } from './ListInput.tsx';
import { ListProblems } from './ListProblems.tsx';
import { StockLineRow } from './StockLineRow.tsx';
import { type StockListState, useStockList } from './useStockList.ts';

type Props = { kind: ListKind; items: readonly StockItem[]; reload: () => void };

const products = (count: number): string => (count === 1 ? '1 product' : `${count} products`);
const pieces = (count: number): string => (count === 1 ? '1 piece' : `${count} pieces`);

/** A list of goods that came in, or of counted shelves: input, the table with what would be, and the button. */
export function StockListForm({ kind, items, reload }: Props) {
  const list = useStockList(kind, items, reload);
  if (list.sent) return <Sent list={list} />;
  return (
    <>
      <ListInput
        label="Scan, type or paste"
        hint={`A barcode, a SKU or an id, then Enter: one piece ${kind === 'received' ? 'more' : 'counted'}. Or paste two columns, of codes and pieces.`}
        onCode={list.scan}
        onTable={(from) => void list.read(from)}
      />
      <p role="status" className="stock-said">
        {list.message}
      </p>
      <ListProblems problems={list.problems} onDrop={list.dropProblems} />
      <ListProducts items={items} busy={list.busy} onList={list.add} />
      {list.lines.length > 0 ? (
        <Lines kind={kind} list={list} />
      ) : (
        <p className="soft">The list is empty. Nothing is saved until you send it.</p>
      )}
    </>
  );
}

type ListProductsProps = { items: readonly StockItem[]; busy: boolean; onList: StockListState['add'] };

/** Lists the products of a category, to type their pieces. */
function ListProducts({ items, busy, onList }: ListProductsProps) {
  const [category, setCategory] = useState('');
  const listed = items.filter(
    (item) => !item.isKit && item.tracked && (!category || item.category === category),
  );
  return (
    <div className="desk-tools">
      <CategoryField
        label="List products to type their pieces"
        categories={items.map((item) => item.category)}
        value={category}
        onChange={setCategory}
      />
      <button type="button" className="button quiet small" disabled={busy} onClick={() => onList(listed)}>
        List {products(listed.length)}
      </button>
    </div>
  );
}

function Lines({ kind, list }: { kind: ListKind; list: StockListState }) {
  const [note, setNote] = useState('');
  const { ready, busy, failure } = list;
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (list.canSend && !busy) void list.send(note.trim());
      }}
    >
      <table className="desk-table stock-table">
        <TableHead
          columns={[
            'Product',
            { number: 'In stock' },
            { number: kind === 'received' ? 'Pieces' : 'On the shelf' },
            { number: 'Will be' },
            { visuallyHidden: 'Leave out' },
          ]}
        />
        <tbody>
          {list.lines.map((line) => (
            <StockLineRow key={line.id} {...{ kind, line, busy }} onType={list.type} onRemove={list.remove} />
          ))}
        </tbody>
      </table>
      <TextField
        className="stock-note"
        label="Note (optional)"
        name="note"
        maxLength={200}
        autoComplete="off"
        value={note}
        onChange={setNote}
        hint="Such as the number of the delivery note. The audit list keeps it."
      />
      {(failure || list.tooMany) && (
        <p className="notice error" role="alert">
          {list.tooMany ?? failure?.message}
        </p>
      )}
      <div className="desk-end cluster">
        <button type="submit" className="button" aria-busy={busy} disabled={!list.canSend || busy}>
          {kind === 'received'
            ? `Add ${pieces(list.pieces)} of ${products(ready.length)}`
            : `Set the stock of ${products(ready.length)}`}
        </button>
        <button type="button" className="button quiet" disabled={busy} onClick={list.clear}>
          Empty the list
        </button>
      </div>
    </form>
  );
}

/** What was done, with Undo. */
function Sent({ list: { sent, failure, busy, undo, restart } }: { list: StockListState }) {
  return (
    <div className="stack">
      <p className="notice success" role="status">
        {sent?.message}
      </p>
      {failure && (
        <p className="notice error" role="alert">
          {failure.message}
        </p>
      )}
      <div className="cluster">
        <button type="button" className="button" onClick={restart}>
          Another list
        </button>
        {!sent?.isUndone && (
          <button
            type="button"
            className="button quiet"
            aria-busy={busy}
            disabled={busy}
            onClick={() => void undo()}
          >
            Undo
          </button>
        )}
        <a href={hashOf({ screen: 'stock' })}>Stock</a>
      </div>
    </div>
  );
}
