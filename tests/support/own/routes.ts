/** The entries of the routes of functions/own in the table of routes (tests/support/routes). Nothing of the shop changes it. */
import type { RouteTable } from '../routes/route.ts';

export const own: RouteTable = {};
