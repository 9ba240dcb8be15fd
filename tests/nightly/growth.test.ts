/**
 * Every route and the scheduled job read as many rows of the database at 100,000 orders as at 1,000. The table of routes has
 * each filter of each list of the desk (tests/support/lists.ts).
 */
import { testGrowth } from '../support/growth.ts';

testGrowth(1_000, 100_000);
