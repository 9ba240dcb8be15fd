/**
 * How fast a fill goes on (fill.ts). Shoppers come first: a fill holds the write lock for a short time, rests for longer, and
 * rests longer still while others wait for the lock. How long they wait it knows from a small write of its own.
 */

/** What a piece should take, ms. Others wait as long as a piece. */
const pieceTime = 25;
/** Rows of the first piece, and of the largest. */
const firstRows = 20;
const mostRows = 2000;
/** A rest is as many times as long as the last piece took. */
const restShare = 3;
/** Longest rest, ms. */
const longestRest = 1_000;
/** Rests in a row until a first piece is done all the same: a shop that is always busy gets its rows filled too. */
const mostRests = 3;

/** @property rows of the next piece @property rest ms before it @property rests in a row @property calm the shortest wait so far, ms */
export type Pace = { rows: number; rest: number; rests: number; calm: number };

export const firstPace: Pace = { rows: firstRows, rest: 0, rests: 0, calm: Number.POSITIVE_INFINITY };

/**
 * After the small write: whether others wait for the lock too.
 * @param waited how long it took, ms
 * @returns `goes`: the next piece is done now; else the fill rests first
 */
export function afterWait(pace: Pace, waited: number): { goes: boolean; pace: Pace } {
  const calm = Math.min(pace.calm, waited);
  const isBusy = waited > 3 * calm + pieceTime;
  if (!isBusy) return { goes: true, pace: { ...pace, calm, rests: 0 } };
  if (pace.rests >= mostRests) return { goes: true, pace: { ...pace, calm, rests: 0, rows: firstRows } };
  const rest = Math.min(longestRest, Math.max(2 * pace.rest, 4 * waited));
  return { goes: false, pace: { rows: Math.ceil(pace.rows / 4), rest, rests: pace.rests + 1, calm } };
}

/** After a piece. @param took ms */
export const afterPiece = (pace: Pace, took: number): Pace => ({
  ...pace,
  // At most twice as many at once: rows differ, and a piece that is too large cannot be taken back.
  rows: Math.round(
    Math.min(mostRows, pace.rows * 2, Math.max(1, (pace.rows * pieceTime) / Math.max(took, 1))),
  ),
  rest: Math.min(longestRest, took * restShare),
});
