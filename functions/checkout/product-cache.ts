/**
 * What this isolate read of products lately, so that an order need not read it again (decisions/12). Nothing is
 * decided by it: the batch that writes an order states all that was relied on (write.ts), and one that was wrong
 * about something is looked at anew. It grows to the catalogue at most.
 */
import type { Offer, Wanted } from './price.ts';

const known = new Map<string, Offer>();

/** Keeps what was just read. @param wanted what was asked for: what was not found is known no more */
export function remember(wanted: readonly Wanted[], found: readonly Offer[]): void {
  for (const { _id } of wanted) known.delete(_id);
  for (const offer of found) known.set(offer.id, offer);
}

/**
 * The products as they were, if there was enough of each. The pieces are taken off, so that no more orders rely on
 * what was seen once than it was enough for: of a rush for the last piece one guesses, and the others look.
 */
export function recall(wanted: readonly Wanted[]): Offer[] | undefined {
  const found = wanted.flatMap(({ _id, quantity }) => {
    const offer = known.get(_id);
    return offer && offer.stock >= quantity ? { offer, quantity } : [];
  });
  if (found.length < wanted.length) return undefined;
  for (const { offer, quantity } of found) known.set(offer.id, { ...offer, stock: offer.stock - quantity });
  return found.map(({ offer }) => offer);
}
