import { loadPart, type optional } from '#lib/load-part.dom.ts';
import { useDraft } from '#ui/useDraft.ts';
import type { AddressDraft } from './draft.dom.ts';

const loadSchema = async (options?: typeof optional) =>
  (await loadPart(() => import('./address.ts'), options)).addressForm;

/** The state of an address form. */
export const useAddress = (initial: () => AddressDraft) => useDraft(initial, loadSchema);

export type Address = ReturnType<typeof useAddress>;
