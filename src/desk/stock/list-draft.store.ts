/** The lists that are being typed and scanned, kept on the device until they are sent: a reload loses no scan. */
import type { WritableAtom } from 'nanostores';
import type { ListKind } from '#domain/stock/changes.ts';
import { storedAtom } from '#lib/stored-atom.store.ts';

/** @property typed pieces, as the operator has typed them */
export type DraftLine = { id: string; typed: string };

function decode(text: string): readonly DraftLine[] {
  try {
    const lines: unknown = JSON.parse(text);
    return Array.isArray(lines)
      ? lines.flatMap((line) =>
          typeof line?.id === 'string' && typeof line.typed === 'string'
            ? [{ id: line.id, typed: line.typed }]
            : [],
        )
      : [];
  } catch {
    return [];
  }
}

const draft = (key: string) =>
  storedAtom<readonly DraftLine[]>(key, [], {
    encode: (lines) => (lines.length ? JSON.stringify(lines) : undefined),
    decode,
  });

export const drafts: Record<ListKind, WritableAtom<readonly DraftLine[]>> = {
  received: draft('deskReceived'),
  counted: draft('deskCounted'),
};
