/** Pages as a first visit gets them that are like another one, of which `npm run verify` has one each (tests/browser/pages.test.ts). */
import { similarPages, testFirstVisits } from '../browser/first-visit.ts';
import { useBrowser } from '../browser/visitor.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop();

testFirstVisits(shop, useBrowser(shop).visit, similarPages);
