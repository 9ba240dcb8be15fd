/** What a ticket can be about, as the form calls it. Apart from ticket.ts, whose schema brings zod along. */
import type { IssueType } from './ticket.ts';

export const issueNames: readonly (readonly [IssueType, string])[] = [
  ['general', 'General question'],
  ['order', 'An order'],
  ['return', 'Return or exchange'],
  ['technical', 'Trouble with the website'],
  ['billing', 'Payment or invoice'],
];
