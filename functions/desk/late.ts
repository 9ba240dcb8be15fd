/**
 * Work that waits longer than the shop's texts promise: messages and requests for a return (`care.replyHours` of the store
 * settings), and refunds (`refunds.businessDays`). Today and the morning's email count it.
 */
import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { refunds, returns, ticketAnswers, tickets } from '#db/schema/index.ts';
import { lateBefore } from '#domain/delivery/promise.ts';
import { oneHour } from '#lib/dates.ts';
import { rules } from '../lib/delivery.ts';
import { store } from '../lib/store.ts';

/** Statement: how much of each kind is late. @param now UTC ms */
export function countLate(db: Db, now: number) {
  const unanswered = now - store.care.replyHours * oneHour;
  const unsent = lateBefore(rules, now, store.refunds.businessDays);
  return db.read.all<{ messages: number; returns: number; refunds: number }>(sql`
    SELECT
      (SELECT count(*) FROM ${tickets} AS t WHERE t.status = 'open' AND t.created_at < ${unanswered}
        AND NOT EXISTS (SELECT 1 FROM ${ticketAnswers} WHERE ticket_id = t.id)) AS messages,
      (SELECT count(*) FROM ${returns} WHERE status = 'Requested' AND created_at < ${unanswered}) AS returns,
      (SELECT count(*) FROM ${refunds} WHERE status IN ('due', 'failed') AND created_at < ${unsent}) AS refunds`);
}
