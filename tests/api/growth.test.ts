/**
 * What a request costs does not depend on the age of the shop: every route, and each statement of the scheduled job, reads
 * as many rows of the database with 5,000 past orders as with 1,000. This also finds a search by an index with few values,
 * which the plans do not show (plans.test.ts). With 100,000: tests/nightly/growth.test.ts.
 */
import { testGrowth } from '../support/growth.ts';

testGrowth(1_000, 5_000);
