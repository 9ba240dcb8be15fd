/**
 * The database schema. Money is whole paise, time is UTC milliseconds. Rules that must hold for concurrent requests are
 * constraints here, since only the database sees all requests.
 */
export * from './accounts.ts';
export * from './cart.ts';
export * from './catalogue.ts';
export * from './catalogue-changes.ts';
export * from './desk.ts';
export * from './documents.ts';
export * from './messages.ts';
export * from './orders.ts';
export * from './past-orders.ts';
export * from './payments.ts';
export * from './photos.ts';
export * from './returns.ts';
export * from './totals.ts';
