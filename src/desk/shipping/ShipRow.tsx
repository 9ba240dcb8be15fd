import { type ClipboardEvent, type KeyboardEvent, memo } from 'react';
import { hashOf } from '#domain/desk/route.ts';
import type { NumberProblem } from '#domain/shipping/tracking-numbers.ts';
import { formatPrice } from '#lib/money.ts';
import type { ShippingOrder } from './shipping.api.ts';

/** What became of an order that was sent. */
export type ShipResult = { ok: boolean; message: string };

/** What changes rows. They stay the same between renders, so that typing renders one row. */
export type RowHandlers = {
  type: (id: string, number: string) => void;
  /** @returns whether the text was a column, which filled several rows */
  paste: (id: string, text: string) => boolean;
  confirm: (id: string, confirmed: boolean) => void;
  /** Moves the focus to the row below. */
  next: (id: string) => void;
};

type Props = {
  order: ShippingOrder;
  number: string;
  confirmed: boolean;
  problem: NumberProblem | undefined;
  result: ShipResult | undefined;
  busy: boolean;
  on: RowHandlers;
};

/** One order and its tracking number. */
export const ShipRow = memo(({ order, number, confirmed, problem, result, busy, on }: Props) => {
  const { id, reference, name, city, zipcode, collect } = order;
  const note = `ship-note-${id}`;
  const isWrong = problem && (problem.kind === 'format' || !confirmed);
  const moveOn = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    on.next(id);
  };
  const paste = (event: ClipboardEvent) => {
    if (on.paste(id, event.clipboardData.getData('text'))) event.preventDefault();
  };
  return (
    <tr>
      <td data-label="Order">
        <span>
          <a className="desk-order-link" href={hashOf({ screen: 'orders', id })}>
            {reference}
          </a>
        </span>
      </td>
      <td data-label="To">
        <span>
          {name || 'A deleted account'}
          <span className="desk-second">
            {city} {zipcode}
          </span>
        </span>
      </td>
      <td data-label="Collect" className="number">
        {collect === null ? 'Paid' : formatPrice(collect)}
      </td>
      <td data-label="Tracking number">
        {result?.ok ? (
          <span role="status">
            {number} <span className="soft">{result.message}</span>
          </span>
        ) : (
          <span className="ship-number cluster">
            <input
              className="desk-cell-field"
              id={`ship-${id}`}
              aria-label={`Tracking number of ${reference}`}
              aria-invalid={isWrong ? true : undefined}
              aria-describedby={note}
              value={number}
              disabled={busy}
              spellCheck={false}
              autoComplete="off"
              autoCapitalize="characters"
              onChange={({ target }) => on.type(id, target.value)}
              onKeyDown={moveOn}
              onPaste={paste}
            />
            <span id={note} className="ship-note cluster">
              {problem && <span className="error">{problem.message}</span>}
              {problem?.kind === 'again' && (
                <label className="tick">
                  <input
                    type="checkbox"
                    checked={confirmed}
                    disabled={busy}
                    onChange={({ target }) => on.confirm(id, target.checked)}
                  />{' '}
                  Use it anyway
                </label>
              )}
              {result && <span className="error">{result.message}</span>}
            </span>
          </span>
        )}
      </td>
    </tr>
  );
});
