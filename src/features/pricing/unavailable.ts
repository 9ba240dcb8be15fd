/** Lines of a cart that the shop refuses to quote or to order as they are. */
import type { Failure } from '#lib/outcome.ts';
import { asRecord } from '#lib/tab.ts';

/** A line that cannot be had. @property available pieces left, 0 when it is not sold */
export type Missing = { _id: string; name: string; available: number };

/** A line of which fewer may be ordered unpaid. @property most pieces that may be ordered now, 0 when none */
export type Limited = { _id: string; name: string; most: number };

/** The lines that a refusal names, each with a number. */
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

/** The lines named by `out_of_stock` and `not_sold`. */
export function missingLines(failure: Failure): Missing[] | undefined {
  if (failure.code !== 'out_of_stock' && failure.code !== 'not_sold') return undefined;
  return namedLines(failure, 'available').map(({ pieces, ...line }) => ({ ...line, available: pieces }));
}
