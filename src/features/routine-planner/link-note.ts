import type { ReadLink } from '#features/routine/link.ts';

/** What a shopper should know of a link that they opened; '' when all of it was read. */
export function linkNote({ ids, leftOut, state }: ReadLink): string {
  if (state === 'unreadable' || (!ids.length && !leftOut))
    return 'This link holds no routine that we can read. Choose below what you have.';
  const lost =
    leftOut === 1
      ? 'One product in this link is not known to us, or no longer. It was left out.'
      : `${leftOut} products in this link are not known to us, or no longer. They were left out.`;
  return [state === 'other' && 'This link comes from another version of the planner.', leftOut > 0 && lost]
    .filter(Boolean)
    .join(' ');
}
