/** Lines that the server refuses to quote or to order. */
import type { Failure } from '#lib/outcome.ts';
import { asRecord } from '#lib/record.ts';

/** Why lines are not available: never again, not at the moment, or not in this quantity. */
const unavailableCodes = ['not_sold', 'paused', 'out_of_stock'] as const;
export type UnavailableCode = (typeof unavailableCodes)[number];

/**
 * A line that is not available. @property available pieces left, 0 when it is not sold
 * @property reason why it is not sold at the moment
 */
export type UnavailableLine = { _id: string; name: string; available: number; reason?: string };

/** A line of which fewer pieces may be ordered unpaid. @property most pieces that may be ordered now */
export type LimitedLine = { _id: string; name: string; most: number };

/** Reads the lines that a refusal names, each with a number of pieces. */
export function namedLines({ body }: Failure, number: 'available' | 'most') {
  const items: unknown[] = Array.isArray(body.items) ? body.items : [];
  return items.map(asRecord).flatMap(({ _id, name, reason, [number]: pieces }) =>
    typeof _id === 'string'
      ? [
          {
            _id,
            name: typeof name === 'string' ? name : _id,
            pieces: Number(pieces) || 0,
            ...(typeof reason === 'string' && { reason }),
          },
        ]
      : [],
  );
}

/** Reads the lines of {@link unavailableCodes}; undefined for other failures. */
export function unavailableLines(failure: Failure): UnavailableLine[] | undefined {
  if (!(unavailableCodes as readonly string[]).includes(failure.code)) return undefined;
  return namedLines(failure, 'available').map(({ pieces, ...line }) => ({ ...line, available: pieces }));
}
