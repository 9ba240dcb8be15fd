/** Operators who change orders. */
import type { Db } from '#db/client.ts';

/** @property undoTime how long a move can be undone and its email waits, ms @property now UTC ms */
export type OrderContext = { db: Db; undoTime: number; now: number };

export type Refused = {
  ok: false;
  code: 'signed_out' | 'not_operator' | 'second_factor_missing' | 'not_found';
};

/** Why a person may not change orders. */
export function refusalOf(person: { role: string; elevated: boolean } | undefined): Refused | undefined {
  if (!person) return { ok: false, code: 'signed_out' };
  if (person.role !== 'operator') return { ok: false, code: 'not_operator' };
  return person.elevated ? undefined : { ok: false, code: 'second_factor_missing' };
}
