import type { ReadLink } from '#domain/routine/link.ts';

/** What a shopper should know of a link that they opened; '' when all of it was read. */
export function linkNote({ ids, leftOut, state }: ReadLink): string {
  if (state === 'unreadable' || (!ids.length && !leftOut))
    return 'We cannot read the routine in this link. Please choose your products below.';
  const lost =
    leftOut === 1
      ? 'We do not know one of the products in this link, or no longer sell it. We have left it out.'
      : `${leftOut} of the products in this link are unknown to us or no longer sold. We have left them out.`;
  return [state === 'other' && 'This link comes from another version of the planner.', leftOut > 0 && lost]
    .filter(Boolean)
    .join(' ');
}
