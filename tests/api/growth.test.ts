/**
 * What a request costs does not depend on the age of the shop: every route and the scheduled job read as many rows of
 * the database with 2,400 past orders as with 600. With 100,000: tests/nightly/growth.test.ts.
 */
import { testGrowth } from '../support/growth.ts';

testGrowth(600, 2_400);
