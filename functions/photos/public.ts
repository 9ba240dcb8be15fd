/** Photos of reviews that everybody may see. */
import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { photos, reviews } from '#db/schema/index.ts';

/** Whether an operator has approved the photo, and its review is listed. */
export async function isPublicPhoto(db: Db, id: string): Promise<boolean> {
  const found = await db.read.all(sql`
    SELECT 1 FROM ${photos} p JOIN ${reviews} r ON r.id = p.review_id
    WHERE p.id = ${id} AND p.state = 'approved' AND r.hidden = 0`);
  return found.length > 0;
}
