/** Part of the scheduled job: records what products cost when a sale begins or ends, or the catalogue has changed. */
import type { Db } from '#db/client.ts';
import { recordPrices } from '#db/price-changes.ts';
import { versionOf } from '../catalogue/cached.ts';
import { selectVersion } from '../catalogue/read.ts';

/** What was recorded last in this isolate: a version of the catalogue, and a time in which no sale begins or ends, UTC ms. */
let recorded: { content: number; from: number; until: number } | undefined;

/** Reads two rows while nothing changes. @param now UTC ms */
export async function recordChangedPrices(db: Db, now: number): Promise<void> {
  const { content } = versionOf(await selectVersion(db));
  if (recorded?.content === content && recorded.from <= now && now < recorded.until) return;
  recorded = { content, ...(await recordPrices(db, now)) };
}
