/**
 * Applies a repair if the difference is still the one that the operator saw. The order, and where needed the provider,
 * is read again, and the batch writes only while the order is unchanged.
 */
import type { Difference, Rule } from '#features/desk/reconcile/rules.ts';
import type { Operator } from '../../http/operator.ts';
import type { RequestContext } from '../../payments/context.ts';
import { checkOrder, type NamedFinding } from './order-rules.ts';
import { ruleContext } from './orders.ts';
import { compareWithProvider } from './provider-rules.ts';
import { readProviderState } from './providers.ts';
import { type RepairContext, repairs } from './repairs.ts';
import { serializeDifferences } from './serialize.ts';
import { findSnapshot, type OrderSnapshot } from './snapshot.ts';

/** @property seen the snapshot's `seen` when the difference was found */
export type RepairRequest = { rule: Rule; orderId: string; seen: string };

export type RepairResult =
  /** @property message the outcome @property differences all that the order has now */
  | { ok: true; message: string; differences: Difference[] }
  | { ok: false; code: 'not_found' | 'unreachable' | 'by_hand' }
  /** The difference has changed. @property differences of this rule and order now: none or one */
  | { ok: false; code: 'changed'; differences: Difference[] };

const remainingDifferences = ({ shop }: RepairContext, order: OrderSnapshot): Difference[] =>
  serializeDifferences(order, checkOrder(order, ruleContext(shop)));

/** Repairs a difference that the shop's own records show. */
export async function repairOrder(
  shop: RequestContext,
  operator: Operator,
  { rule, orderId, seen }: RepairRequest,
): Promise<RepairResult> {
  const order = await findSnapshot(shop.db, orderId);
  if (!order) return { ok: false, code: 'not_found' };
  const context = { shop, operator };
  return apply(context, { order, seen, rule, findings: checkOrder(order, ruleContext(shop)) });
}

/** Repairs a difference with the provider, by the provider's current answer. */
export async function repairWithProvider(
  shop: RequestContext,
  operator: Operator,
  { rule, orderId, seen }: RepairRequest,
): Promise<RepairResult> {
  const order = await findSnapshot(shop.db, orderId);
  if (!order?.providerId) return { ok: false, code: 'not_found' };
  const answer = await readProviderState(shop, order);
  if (!answer.ok) return { ok: false, code: 'unreachable' };
  const context = { shop, operator, provider: answer.provider };
  return apply(context, { order, seen, rule, findings: compareWithProvider(order, answer.provider) });
}

type ApplyRequest = { order: OrderSnapshot; seen: string; rule: Rule; findings: NamedFinding<Rule>[] };

async function apply(
  context: RepairContext,
  { order, seen, rule, findings }: ApplyRequest,
): Promise<RepairResult> {
  const finding = findings.find((one) => one.rule === rule);
  const now = finding ? serializeDifferences(order, [finding]) : [];
  if (!finding || order.seen !== seen) return { ok: false, code: 'changed', differences: now };
  if (!finding.repair) return { ok: false, code: 'by_hand' };
  const outcome = await repairs[finding.repair](context, order);
  if (outcome.code === 'unreachable') return { ok: false, code: 'unreachable' };
  const after = await findSnapshot(context.shop.db, order.id);
  const differences = after ? remainingDifferences(context, after) : [];
  if (outcome.code === 'changed')
    return { ok: false, code: 'changed', differences: differences.filter((one) => one.rule === rule) };
  return { ok: true, message: outcome.message, differences };
}
