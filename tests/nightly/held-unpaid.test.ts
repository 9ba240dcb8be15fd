/** What may be held unpaid, tried by more strangers and from wider networks than in tests/api/held-unpaid.test.ts. */
import { beforeEach } from 'vitest';
import { products } from '#db/schema/index.ts';
import { resetBeforeEach } from '../support/payments.ts';
import { useShop } from '../support/shop.ts';
import { testCrowds, testNetworks } from '../support/strangers.ts';

const shop = useShop({ simulators: true });
resetBeforeEach(shop);
beforeEach(() => shop.db.write.update(products).set({ stock: 100 }));

testCrowds(shop, { together: 33, apart: 60, mixes: ['cash', 'card', 'half cash, half card'] });

testNetworks(shop, [
  ['many /64 of a /56', (n) => `2001:db8:8:1${String(n % 90).padStart(2, '0')}::`, 0.5],
  ['many /56 of a /48', (n) => `2001:db8:9:${(n * 256).toString(16)}::`, 1],
]);
