/**
 * What a request costs does not depend on the age of the shop: every route, and each statement of the scheduled job, reads
 * as many rows of the database with 2,500 past orders as with 500. This also finds a search by an index with few values,
 * which the plans do not show (plans.test.ts). With 100,000: tests/nightly/growth.test.ts.
 */
import { testGrowth } from '../support/growth.ts';

testGrowth(500, 2_500);
