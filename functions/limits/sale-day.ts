/**
 * Limits for the time of a sale (docs/desk.md, "A sale day"). Every statement that has such a limit asks for it in SQL, so that
 * it counts and ends at its moment everywhere, and nothing more is read while there is none.
 */
import { type SQL, sql } from 'drizzle-orm';
import { saleDays } from '#db/schema/index.ts';
import type { SaleLimitName } from '#domain/sale-day/limits.ts';

/** Condition on `sale_days`: it is on. @param now UTC ms */
export const isOn = (now: number): SQL => sql`${saleDays.endsAt} > ${now} AND ${saleDays.startsAt} <= ${now}`;

/** A limit as it is now: that of a sale day, else the usual one. @param now UTC ms */
export const limitNow = (name: SaleLimitName, usual: number, now: number): SQL<number> =>
  sql<number>`coalesce((SELECT ${saleDays.limits} ->> ${name} FROM ${saleDays} WHERE ${isOn(now)}), ${usual})`;
