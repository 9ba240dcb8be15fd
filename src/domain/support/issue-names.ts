/** The labels of the issue types in the form. Not in ticket.ts, whose schema brings zod. */
import type { IssueType } from './ticket.ts';

export const issueLabels: readonly (readonly [IssueType, string])[] = [
  ['general', 'General question'],
  ['order', 'An order'],
  ['return', 'Return or exchange'],
  ['technical', 'Trouble with the website'],
  ['billing', 'Payment or invoice'],
];
