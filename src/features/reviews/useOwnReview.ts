import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { Failure } from '#lib/outcome.ts';
import { $token } from '#lib/token.store.ts';
import { useLoad } from '#ui/useLoad.ts';
import { useMounted } from '#ui/useMounted.ts';
import { dropLink, linkOf } from './review-link.dom.ts';
import { valuesOf } from './review-values.ts';
import { readOwnReview } from './reviews.api.ts';
import type { useReviewForm } from './useReviewForm.ts';

/** What stands in the place of the form: the form, or the note for people who are signed out or had an old link. */
export type Access = 'form' | 'signed-out' | 'expired';

/**
 * Who may write a review, and the review that they have written: somebody who is signed in, or who came by the link of the
 * email that asks for it.
 * @param id of the product
 */
export function useOwnReview(id: string, { restore, open, begin, fail }: ReturnType<typeof useReviewForm>) {
  const token = useStore($token);
  const mounted = useMounted();
  const [link, setLink] = useState(() => linkOf(id).link);
  // Nobody should fill in the form and be refused then. A session that ends later does not hide what was written.
  const [access, setAccess] = useState<Access>('form');

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was known when the page was opened
  useEffect(() => {
    if (!token && !link) setAccess('signed-out');
  }, []);
  useEffect(() => {
    if (token) setAccess('form');
  }, [token]);

  const onFailure = ({ status, code }: Failure) => {
    if (status !== 401 && code !== 'link_dead') return;
    if (!link) return setAccess(restore() ? 'form' : 'signed-out');
    dropLink(id);
    // With a session, it is read again.
    setLink(undefined);
    open();
    if (!$token.get()) setAccess('expired');
  };
  const who = link ?? token;
  const { load, busy, reload } = useLoad(mounted && who ? who : undefined, () => readOwnReview(id), {
    onFailure,
  });
  const own = load.state === 'ready' ? load.data : undefined;
  const failure = load.state === 'failed' ? load.failure : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that it was read
  useEffect(() => {
    if (own) begin(own.review && valuesOf(own.review), own.photos);
    else if (failure) fail();
  }, [own, failure]);
  return { access, own, failure, busy, reload };
}
