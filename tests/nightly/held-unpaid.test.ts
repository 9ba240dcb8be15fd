/** What may be held unpaid, tried by more strangers and from wider networks than in tests/api/held-unpaid.test.ts. */
import { shopTest } from '../support/shop-test.ts';
import { testCrowds, testNetworks } from '../support/strangers.ts';

const { shop } = shopTest({ simulators: true });

testCrowds(shop, { together: 33, apart: 60, mixes: ['cash', 'card', 'half cash, half card'] });

testNetworks(shop, [
  ['many /64 of a /56', (n) => `2001:db8:8:1${String(n % 90).padStart(2, '0')}::`, 0.5],
  ['many /56 of a /48', (n) => `2001:db8:9:${(n * 256).toString(16)}::`, 1],
]);
