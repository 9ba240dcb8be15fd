/**
 * Long tables: `npm run verify` runs a part in which every kind occurs, and `npm run test:slow` runs the same file with all of it
 * (the project `nightly` in vitest.config.ts).
 */
export const runsWhole = process.env.WHOLE_TABLES === 'yes';

/** The rows of a table for this run. @param often how many of the first ones `npm run verify` runs */
export const partOf = <Row>(rows: readonly Row[], often: number): readonly Row[] =>
  runsWhole ? rows : rows.slice(0, often);
