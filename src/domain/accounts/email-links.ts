/**
 * The pages that links in emails open. Not in lib/paths.ts, which every page loads: only emails and these pages need
 * them.
 */
import { paths, productPath, resetPath } from '#lib/paths.ts';

const query = (token: string): string => `?${new URLSearchParams({ token })}`;

export const emailLinkPaths = {
  reset: (token: string) => resetPath + query(token),
  /** A guest's order. The signature is in the fragment, which no server and no referrer sees. */
  order: (link: string) => `${paths.order}#${link}`,
  /** The form for a review, by a signed link. */
  review: (productId: string, link: string) => `${productPath(productId)}#review=${link}`,
  confirmEmail: (token: string) => `${paths.account}/email${query(token)}`,
} as const;
