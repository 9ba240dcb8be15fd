/** Lines that the server refuses to quote or to order. */
import type { Failure } from '#lib/outcome.ts';
import { asRecord } from '#lib/record.ts';

/** A line that is not available. @property available pieces left, 0 when it is not sold */
export type UnavailableLine = { _id: string; name: string; available: number };

/** A line of which fewer pieces may be ordered unpaid. @property most pieces that may be ordered now */
export type LimitedLine = { _id: string; name: string; most: number };

/** Reads the lines that a refusal names, each with a number of pieces. */
export function namedLines({ body }: Failure, number: 'available' | 'most') {
  const items: unknown[] = Array.isArray(body.items) ? body.items : [];
  return items
    .map(asRecord)
    .flatMap(({ _id, name, [number]: pieces }) =>
      typeof _id === 'string'
        ? [{ _id, name: typeof name === 'string' ? name : _id, pieces: Number(pieces) || 0 }]
        : [],
    );
}

/** Reads the lines of `out_of_stock` and `not_sold`; undefined for other failures. */
export function unavailableLines(failure: Failure): UnavailableLine[] | undefined {
  if (failure.code !== 'out_of_stock' && failure.code !== 'not_sold') return undefined;
  return namedLines(failure, 'available').map(({ pieces, ...line }) => ({ ...line, available: pieces }));
}
