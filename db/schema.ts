/**
 * What is stored. Money is whole paise, time is UTC milliseconds. Rules that must hold however
 * many requests run at once are constraints here, since only the database sees them all.
 */
export * from './schema/accounts.ts';
export * from './schema/catalogue.ts';
export * from './schema/desk.ts';
export * from './schema/messages.ts';
export * from './schema/orders.ts';
export * from './schema/payments.ts';
export * from './schema/shelf.ts';
