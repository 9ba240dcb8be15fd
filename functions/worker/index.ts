/** What Cloudflare runs: the Worker, and the classes of its objects, which only its runtime can load. */
export { default } from '../index.ts';
export { HotStock } from '../objects/hot-stock.ts';
export { OrderGate } from '../objects/order-gate.ts';
