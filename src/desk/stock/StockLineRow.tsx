import { memo } from 'react';
import type { ListKind } from '#domain/stock/changes.ts';
import { formatCodes } from '#domain/stock/items.ts';
import { RowButton } from '../ui/Table.tsx';
import { type ListLine, stockAfter } from './useStockList.ts';

type Props = {
  kind: ListKind;
  line: ListLine;
  busy: boolean;
  onType: (id: string, typed: string) => void;
  onRemove: (id: string) => void;
};

const isSame = (before: Props, after: Props): boolean =>
  before.line.typed === after.line.typed &&
  before.line.item === after.line.item &&
  before.kind === after.kind &&
  before.busy === after.busy;

/** One product of a list, with its pieces. Enter goes to the row below. */
export const StockLineRow = memo(({ kind, line, busy, onType, onRemove }: Props) => {
  const { id, typed, item, problem } = line;
  const after = stockAfter(kind, line);
  return (
    <tr>
      <td data-label="Product">
        <span>
          {item.name}
          <span className="desk-second">{formatCodes(item) || id}</span>
        </span>
      </td>
      <td data-label="In stock" className="number">
        <span>{item.stock}</span>
      </td>
      <td data-label={kind === 'received' ? 'Pieces' : 'On the shelf'} className="number">
        <span>
          <input
            className="desk-cell-field stock-pieces"
            aria-label={`${kind === 'received' ? 'Pieces' : 'On the shelf'}: ${item.name}`}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? `problem-${id}` : undefined}
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            disabled={busy}
            onChange={({ target }) => onType(id, target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              const next = event.currentTarget.closest('tr')?.nextElementSibling;
              next?.querySelector<HTMLInputElement>('.stock-pieces')?.select();
            }}
          />
          {problem && (
            <span className="error" id={`problem-${id}`}>
              {problem}
            </span>
          )}
        </span>
      </td>
      <td data-label="Will be" className="number">
        <strong>{after ?? '–'}</strong>
      </td>
      <td className="desk-action">
        <span>
          <RowButton label={`Leave out ${item.name}`} disabled={busy} onClick={() => onRemove(id)}>
            Leave out
          </RowButton>
        </span>
      </td>
    </tr>
  );
}, isSame);
