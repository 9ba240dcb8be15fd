/** Texts of the desk about returns. */
import type { ReturnMover, ReturnStatus } from './return.ts';
import { returnTargets } from './return.ts';

/** Queues of returns, in the order of the work. */
export const returnQueues = { requested: 'To decide', coming: 'On their way', ended: 'Ended' } as const;
export type ReturnQueue = keyof typeof returnQueues;

/** What an operator can do with a return; `Checked` is a form of its own. */
export const returnActions = {
  Approved: 'Approve',
  'In Transit': 'Picked up or sent',
  Checked: 'Check it',
  Declined: 'Decline',
  Cancelled: 'Cancel',
} as const satisfies Partial<Record<ReturnStatus, string>>;
export type ReturnAction = keyof typeof returnActions;

/** The steps that are possible now, the expected one first. */
export const returnActionsFor = (status: ReturnStatus, by: ReturnMover = 'operator'): ReturnAction[] =>
  returnTargets(status, by).filter((to): to is ReturnAction => to in returnActions);
