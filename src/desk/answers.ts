/** What the desk's API answers. */
import type { api, ResponseOf } from '#lib/api.ts';
import type { Outcome } from '#lib/outcome.ts';

/** The overview of today. */
export type Glance = ResponseOf<typeof api.desk.today.$get>;
export type Operator = ResponseOf<typeof api.desk.people.$get>['people'][number];
export type ReturnPage = ResponseOf<typeof api.desk.returns.$get>;
export type DeskReturn = ReturnPage['rows'][number];
export type Review = ResponseOf<typeof api.desk.reviews.$get>['rows'][number];

type TicketDetail = ResponseOf<(typeof api.desk.tickets)[':id']['$get']>;
export type DeskTicket = TicketDetail['ticket'];
export type TicketOrder = TicketDetail['orders'][number];
export type TicketCustomer = TicketDetail['customers'][number];
/** A customer's page. */
export type CustomerPage = ResponseOf<(typeof api.desk.customers)[':id']['$get']>;
/** The outcome of an action; a refusal carries the present ticket. */
export type Moved = Outcome<{ message: string; ticket: DeskTicket }>;
