/** npm run bench [-- build | search | api]: what growth costs; see docs/performance.md. */
import { measureApi } from './api.ts';

const figures = await measureApi({ products: 1000, orders: 10_000, reviews: 20_000 });
console.log(JSON.stringify(figures, null, 1));
