import { unsubscribePaths } from '#domain/newsletter/unsubscribe-paths.ts';
import type { Draft } from './draft.ts';

/**
 * The unsubscribe page for the reader, and the one-click URL for the mail client.
 * @param link has the token @param label of the link
 */
export function unsubscribeLinks(link: string, label = 'Unsubscribe'): NonNullable<Draft['unsubscribe']> {
  const url = new URL(link);
  const token = url.searchParams.get('token') ?? '';
  return {
    label,
    page: `${url.origin}${unsubscribePaths.page(token)}`,
    oneClick: `${url.origin}${unsubscribePaths.api(token)}`,
  };
}
