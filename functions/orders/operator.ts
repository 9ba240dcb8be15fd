/** Operators who change orders. */
import type { Db } from '#db/client.ts';
import type { Owner } from '../lib/owner.ts';
import { factorMissing, notOperator, signedOut } from '../lib/refusal.ts';

/** @property undoTime how long a move can be undone and its email waits, ms @property now UTC ms */
export type OrderContext = { db: Db; undoTime: number; now: number };

/** The call of an action that changes an order. */
export type OrderCall = OrderContext & { owner: Owner };

/** Why a person may not change orders. */
export function refusalOf(person: { role: string; elevated: boolean } | undefined) {
  if (!person) return signedOut();
  if (person.role !== 'operator') return notOperator();
  return person.elevated ? undefined : factorMissing();
}
