/**
 * Applies a fix, if the difference is still what it was: the order is read again, asked about again, and the
 * batch writes only while the order is just as it was then. Nothing is written of what has changed.
 */
import type { Difference, Rule } from '#features/desk/reconcile.ts';
import type { Operator } from '../../http/operator.ts';
import type { Shop } from '../../payments/context.ts';
import { compare } from './compare.ts';
import { circumstancesOf } from './orders.ts';
import { hear } from './providers.ts';
import { type Desk, fixes } from './repairs.ts';
import { judge, type Named } from './rules.ts';
import { answerOrder } from './serialize.ts';
import { type Facts, findFacts } from './snapshot.ts';

/** @property orderId of the order that it is about @property seen how the order stood when it was found */
export type Mending = { rule: Rule; orderId: string; seen: string };

export type Mended =
  /** @property says what has come of it @property differences of this order, now */
  | { ok: true; says: string; differences: Difference[] }
  | { ok: false; code: 'not_found' | 'silent' | 'by_hand' }
  /** It is not what it was. @property differences of this rule and order, now: none or one */
  | { ok: false; code: 'changed'; differences: Difference[] };

const left = ({ shop }: Desk, facts: Facts): Difference[] =>
  answerOrder(facts, judge(facts, circumstancesOf(shop)));

/** By the rules that look at the books alone. */
export async function mendOrder(
  shop: Shop,
  operator: Operator,
  { rule, orderId, seen }: Mending,
): Promise<Mended> {
  const facts = await findFacts(shop.db, orderId);
  if (!facts) return { ok: false, code: 'not_found' };
  const desk = { shop, operator };
  return apply(desk, { facts, seen, rule, judged: judge(facts, circumstancesOf(shop)) });
}

/** By the rules that a provider is asked for: what it says now decides, not what it said. */
export async function mendWithProvider(
  shop: Shop,
  operator: Operator,
  { rule, orderId, seen }: Mending,
): Promise<Mended> {
  const facts = await findFacts(shop.db, orderId);
  if (!facts?.providerId) return { ok: false, code: 'not_found' };
  const hearing = await hear(shop, facts);
  if (!hearing.ok) return { ok: false, code: 'silent' };
  const desk = { shop, operator, heard: hearing.heard };
  return apply(desk, { facts, seen, rule, judged: compare(facts, hearing.heard) });
}

type Applying = { facts: Facts; seen: string; rule: Rule; judged: Named<Rule>[] };

async function apply(desk: Desk, { facts, seen, rule, judged }: Applying): Promise<Mended> {
  const found = judged.find((one) => one.rule === rule);
  const now = found ? answerOrder(facts, [found]) : [];
  if (!found || facts.seen !== seen) return { ok: false, code: 'changed', differences: now };
  if (!found.how) return { ok: false, code: 'by_hand' };
  const outcome = await fixes[found.how](desk, facts);
  if (outcome.code === 'silent') return { ok: false, code: 'silent' };
  const after = await findFacts(desk.shop.db, facts.id);
  const differences = after ? left(desk, after) : [];
  if (outcome.code === 'changed')
    return { ok: false, code: 'changed', differences: differences.filter((one) => one.rule === rule) };
  return { ok: true, says: outcome.says, differences };
}
