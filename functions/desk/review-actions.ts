/**
 * Operators' actions on reviews (docs/behaviour.md, "Hidden reviews"; docs/desk.md, "Photos of reviews"). Each is one
 * batch with its audit entry and its
 * email.
 */
import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import { lastResults } from '#db/client.ts';
import { orders, photos, products, reviews, users } from '#db/schema/index.ts';
import type { OutboxEmail } from '#db/schema/outbox-email.ts';
import type { AuditAction } from '#domain/audit/actions.ts';
import { type HideReason, hideReasonLabel, hideReasons } from '#domain/reviews/review-constants.ts';
import type { DeskCall } from '../lib/call.ts';
import { notFound, type Refusal, refuses } from '../lib/refusal.ts';
import { enqueueEmail } from '../outbox/enqueue.ts';
import { resolveFlags } from '../outbox/flag.ts';
import { burstFlag, isUnconfirmed, waitingReason } from '../reviews/hold.ts';
import { recalculateRatings } from '../reviews/ratings.ts';
import { writeAudit } from './audit.ts';
import { conflict } from './conflict.ts';
import { type DeskReview, deskReview, reviewRow } from './reviews.ts';

/**
 * @property hide with a public reason, and a note for colleagues @property reply public; null removes it
 * @property keep the review stays hidden: the answer to its writer's objection
 * @property dismiss the reports are dealt with @property photos approves or refuses some of its photos
 */
export type ReviewAction =
  | { kind: 'hide'; reason: HideReason; note: string | null }
  | { kind: 'show' }
  | { kind: 'reply'; text: string | null }
  | { kind: 'keep'; answer: string }
  | { kind: 'dismiss' }
  | { kind: 'photos'; state: 'approved' | 'refused'; ids: readonly string[] };

const unconfirmed = isUnconfirmed(sql`reviews`);

type Effect = {
  /** Condition on the review. */
  when: SQL;
  /** What is set besides the version. */
  set?: SQL;
  audit: AuditAction;
  detail?: string | null;
  /** To the writer. */
  email?: { kind: 'review_hidden'; reason: HideReason } | { kind: 'review_decided'; answer: string | null };
};

function effectOf(action: ReviewAction, now: number): Effect {
  switch (action.kind) {
    case 'hide':
      return {
        when: sql`(hidden = 0 OR waits IS NOT NULL)`,
        set: sql`hidden = 1, waits = NULL, hide_reason = ${action.reason}, hidden_reason = ${action.note}, hidden_at = ${now},
          reported_at = NULL`,
        audit: 'review_hidden',
        detail: [hideReasons[action.reason], action.note].filter(Boolean).join(', '),
        email: { kind: 'review_hidden', reason: action.reason },
      };
    case 'show':
      return {
        when: sql`hidden = 1 AND waits IS NOT 'email'`,
        set: sql`hidden = 0, waits = iif(${unconfirmed}, 'email', NULL), screened_at = NULL, hide_reason = iif(${unconfirmed}, ${waitingReason}, NULL),
          hidden_reason = NULL, hidden_at = NULL, objection = NULL, objection_at = NULL, decision = NULL, decided_at = NULL`,
        audit: 'review_shown',
        email: { kind: 'review_decided', answer: null },
      };
    case 'reply':
      return {
        when: sql`true`,
        set: sql`reply = ${action.text}, reply_at = ${action.text === null ? null : now}`,
        audit: action.text === null ? 'review_reply_removed' : 'review_replied',
        detail: action.text,
      };
    case 'keep':
      return {
        when: sql`hidden = 1 AND objection_at IS NOT NULL AND decided_at IS NULL`,
        set: sql`decision = ${action.answer}, decided_at = ${now}`,
        audit: 'review_kept_hidden',
        detail: action.answer,
        email: { kind: 'review_decided', answer: action.answer },
      };
    case 'dismiss':
      return {
        when: sql`reported_at IS NOT NULL`,
        set: sql`reported_at = NULL`,
        audit: 'review_reports_dismissed',
      };
    case 'photos':
      return {
        when: sql`(SELECT count(*) FROM ${photos} WHERE review_id = reviews.id AND ${inArray(photos.id, [...action.ids])}) = ${action.ids.length}`,
        audit: action.state === 'approved' ? 'review_photos_approved' : 'review_photos_refused',
        detail: action.ids.length === 1 ? '1 photo' : `${action.ids.length} photos`,
      };
  }
}

function conflictMessage({ kind }: ReviewAction, { hidden, reason }: DeskReview): string {
  if (kind === 'hide' && hidden)
    return `Another operator has already hidden this review: ${hideReasonLabel(reason)}`;
  if (kind === 'show' && !hidden) return 'Another operator has already made this review visible again.';
  return 'This review has changed since you opened it. Please read it again.';
}

const unknownReview = () => notFound('This review');

/** The address of a review's writer: of the account, else of the order by whose link it was written. */
const writerOf = (id: string): SQL => sql`(SELECT coalesce(
  (SELECT email FROM ${users} WHERE ${users.id} = r.user_id),
  (SELECT address ->> 'email' FROM ${orders} WHERE ${orders.id} = r.order_id)) FROM ${reviews} r WHERE r.id = ${id})`;

/** Acts on a review as the operator saw it. @property seen its version */
export async function actOnReview(
  { db, operator, now, urls }: DeskCall,
  { id, seen, action }: { id: string; seen: number; action: ReviewAction },
): Promise<{ ok: true; review: DeskReview } | Refusal> {
  const [about] = await db.read
    .select({ productId: reviews.productId, product: products.name, reviewOrderId: reviews.orderId })
    .from(reviews)
    .innerJoin(products, eq(products.id, reviews.productId))
    .where(eq(reviews.id, id));
  if (!about) return unknownReview();
  const { when, set, audit, detail, email } = effectOf(action, now);
  // An empty one was withdrawn while it was hidden.
  const isAsSeen = sql`id = ${id} AND version = ${seen} AND comment <> '' AND ${when}`;
  const may = sql`EXISTS (SELECT 1 FROM ${reviews} WHERE ${isAsSeen})`;
  const stars = sql`(SELECT rating || ' of 5 stars' || ${detail ? `: ${detail}` : ''} FROM ${reviews} WHERE id = ${id})`;
  const emails = email
    ? [
        enqueueEmail(db, {
          cause: `${email.kind}:${id}:${seen}`,
          to: writerOf(id),
          content: { ...email, ...about } satisfies OutboxEmail,
          now,
          // The writer of a review that was never listed gets no email about it.
          when: sql`${may} AND NOT EXISTS (SELECT 1 FROM ${reviews} WHERE id = ${id} AND (sample = 1 OR (hidden = 1 AND waits IS NOT NULL)))`,
          // Anybody may have typed the address of an account that is not verified.
          limited: sql`EXISTS (SELECT 1 FROM ${reviews} r JOIN ${users} u ON u.id = r.user_id
            WHERE r.id = ${id} AND u.verified_at IS NULL)`,
        }),
      ]
    : [];
  // Those that are so already keep their time.
  const decided =
    action.kind === 'photos'
      ? [
          db.write
            .update(photos)
            .set({ state: action.state, decidedAt: now })
            .where(sql`${inArray(photos.id, [...action.ids])} AND state <> ${action.state} AND ${may}`),
        ]
      : [];
  const queries = [
    db.write.all<{ id: string }>(
      sql`UPDATE ${reviews} SET ${set ? sql`${set}, ` : sql``}version = version + 1 WHERE ${isAsSeen} RETURNING id`,
    ),
    recalculateRatings(db, sql`(${about.productId})`),
    resolveFlags(
      db,
      [burstFlag.kind],
      burstFlag.about,
      now,
      sql`NOT EXISTS (SELECT 1 FROM ${reviews} WHERE waits = 'operator')`,
    ),
    reviewRow(db, id),
  ] as const;
  const results = await db.write.batch([
    writeAudit(db, operator, { action: audit, about: about.productId, detail: stars }, now, may),
    ...emails,
    ...decided,
    ...queries,
  ]);
  const [changed, , , [row]] = lastResults(results, queries);
  if (!row) return unknownReview();
  const review = deskReview(row, urls.photo);
  return changed.length ? { ok: true, review } : conflict(conflictMessage(action, review), { review });
}
refuses(actOnReview, notFound, conflict);
