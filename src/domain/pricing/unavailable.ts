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

/** Reads the lines of {@link unavailableCodes}; undefined for other failures. */
export function unavailableLines({ code, body }: Failure): UnavailableLine[] | undefined {
  if (!(unavailableCodes as readonly string[]).includes(code)) return undefined;
  const items: unknown[] = Array.isArray(body.items) ? body.items : [];
  return items
    .map(asRecord)
    .flatMap(({ _id, name, reason, available }) =>
      typeof _id === 'string'
        ? [
            {
              _id,
              name: typeof name === 'string' ? name : _id,
              available: Number(available) || 0,
              ...(typeof reason === 'string' && { reason }),
            },
          ]
        : [],
    );
}
