import { useEffect, useRef, useState } from 'react';
import type { ReviewedPhoto } from '#domain/photos/photo.ts';
import { $skinProfile } from '#features/skin/profile.store.ts';
import { asRecord } from '#lib/record.ts';
import { readSessionStorage, removeSessionStorage, writeSessionStorage } from '#lib/session-storage.dom.ts';
import { $token } from '#lib/token.store.ts';
import { toast } from '#ui/toast.dom.ts';
import { refusedHere, useForm } from '#ui/useForm.ts';
import type { ReviewPhotosProps } from './ReviewPhotos.tsx';
import { dropLink, linkOf } from './review-link.dom.ts';
import { errorsOf, type ReviewValues, valuesFrom } from './review-values.ts';
import { writeReview } from './reviews.api.ts';

/** The draft of a review, stored in this tab, so that it survives signing in. */
const keyOf = (id: string): string => `review:${id}`;

const writeDraft = (id: string, draft: ReviewValues): void => writeSessionStorage(keyOf(id), draft);
const dropDraft = (id: string): void => removeSessionStorage(keyOf(id));

function readDraft(id: string): ReviewValues {
  const stored = asRecord(readSessionStorage(keyOf(id)));
  return valuesFrom((name) => stored[name]);
}

const isWritten = ({ rating, title, comment }: ReviewValues): boolean => Boolean(rating || title || comment);

/** `shown`: the form has it. */
type Earlier = 'unknown' | 'none' | 'shown' | 'failed';

const alreadyReviewed =
  'You have reviewed this product before, so we have filled in the rest of what you said. Please check it, and send it again.';
const earlierFailed =
  'We could not read whether you have reviewed this product before, so nothing was sent. Please try again.';

const empty: ReviewValues = { ...valuesFrom(() => ''), received: 'bought' };

/** What a review says that is changed: what was typed meanwhile, and of the rest what it said before. */
export const changesOf = (typed: ReviewValues, stored: ReviewValues): ReviewValues =>
  valuesFrom((name) => {
    const field = name as keyof ReviewValues;
    return typed[field] && typed[field] !== empty[field] ? typed[field] : stored[field];
  });

const readForm = (form: HTMLFormElement | null): ReviewValues => {
  const typed = new FormData(form ?? undefined);
  return valuesFrom((name) => typed.get(name));
};

/** What is known of the review that the shopper wrote of the product before. A form that is sent waits for it. */
function useEarlierReview() {
  const state = useRef<Earlier>('unknown');
  const onLearned = useRef<(state: Earlier) => void>(undefined);
  return {
    /** @returns what was known before */
    learn(learned: Earlier): Earlier {
      const { current } = state;
      state.current = learned;
      onLearned.current?.(learned);
      return current;
    },
    /** Why the form is not sent: it would replace a review that the shopper has not seen here. */
    async problem(): Promise<string | undefined> {
      const { current } = state;
      const learned =
        current === 'unknown'
          ? await new Promise<Earlier>((resolve) => {
              onLearned.current = resolve;
            })
          : current;
      if (learned === 'failed') return earlierFailed;
      return learned === 'shown' && current === 'unknown' ? alreadyReviewed : undefined;
    },
  };
}

/**
 * The form for a new or changed review, with a draft that is kept in this tab (docs/behaviour.md, "Writing a review").
 * It is open at its own address, `#write-review`.
 * @param id of the product @param onWritten called after the review was stored
 */
export function useReviewForm(id: string, onWritten: () => void) {
  const earlier = useEarlierReview();
  const box = useRef<HTMLDetailsElement>(null);
  /** Whether the server has asked to sign in when the review was sent. */
  const [signedOut, setSignedOut] = useState(false);
  const [fromProfile, setFromProfile] = useState(false);
  const [stored, setStored] = useState<readonly ReviewedPhoto[]>([]);
  const sent: ReviewPhotosProps['sent'] = useRef(undefined);
  const [addsPhotos, setAddsPhotos] = useState(false);

  const mustSignIn = () => void setSignedOut(true);
  const form = useForm({
    initial: empty,
    async send(typed) {
      const given = valuesFrom((name) => typed[name as keyof ReviewValues]);
      writeDraft(id, given);
      setSignedOut(false);
      const fields = errorsOf(given);
      // A field of the folded part can take the focus only when it is shown.
      if (fields.weeks) box.current?.querySelector('.review-more')?.setAttribute('open', '');
      if (Object.keys(fields).length) return refusedHere('', fields);
      if (!$token.get() && !linkOf(id).link) return mustSignIn();
      const problem = await earlier.problem();
      if (problem) return refusedHere(problem);
      const ids = await sent.current?.();
      if (sent.current && !ids)
        return refusedHere('A photo was not sent. Please send it again, or remove it.');
      const answer = await writeReview(id, given, ids);
      if (answer.ok) return answer;
      if (answer.code === 'link_dead') dropLink(id);
      return answer.status === 401 || answer.code === 'link_dead' ? mustSignIn() : answer;
    },
    onDone({ message }) {
      dropDraft(id);
      form.set(empty);
      setAddsPhotos(false);
      setStored([]);
      if (box.current) box.current.open = false;
      box.current?.querySelector('summary')?.focus();
      toast({ message });
      onWritten();
    },
  });

  /** Restores the draft into a form in which nothing is written. @returns whether something is written there now */
  const restore = (): boolean => {
    if (isWritten(readForm(form.ref.current))) return true;
    const draft = readDraft(id);
    if (isWritten(draft)) form.set(draft);
    return isWritten(draft);
  };
  /** The photos of a review that are not refused. */
  const keepPhotos = (ofReview: readonly ReviewedPhoto[]) => {
    const kept = ofReview.filter(({ state }) => state !== 'refused');
    setStored(kept);
    if (kept.length) setAddsPhotos(true);
  };
  const open = () => {
    if (box.current) box.current.open = true;
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after the form has taken what was typed before
  useEffect(() => {
    const hasDraft = isWritten(readDraft(id));
    const written = restore();
    const { type } = $skinProfile.get();
    if (type && !hasDraft && !readForm(form.ref.current).skinType) {
      form.set({ skinType: type });
      setFromProfile(true);
    }
    const isOpenedHere = location.hash === `#${box.current?.id}` && ($token.get() || linkOf(id).link);
    // Who writes already keeps the focus.
    if (isOpenedHere && !form.ref.current?.contains(document.activeElement))
      form.ref.current?.querySelector<HTMLElement>(written ? '[type="submit"]' : 'input')?.focus();
  }, []);

  return {
    form,
    box,
    signedOut,
    fromProfile,
    open,
    restore,
    /** The field for photos: whether it is there, and what opens it. */
    photos: { isOpen: addsPhotos, open: () => setAddsPhotos(true), stored, sent },
    /**
     * Takes the stored review of the shopper into the form, so that sending it keeps what is not changed; null: there is none.
     * A skin type of the profile gives way to that of the review.
     */
    begin: (values: ReviewValues | null, ofReview: readonly ReviewedPhoto[]) => {
      const before = earlier.learn(values ? 'shown' : 'none');
      // It was withdrawn.
      if (!values && before === 'shown') form.set(empty);
      // It was read again while it is changed.
      if (!values || (before === 'shown' && box.current?.open)) return;
      const typed = readForm(form.ref.current);
      form.set(changesOf(fromProfile ? { ...typed, skinType: '' } : typed, values));
      setFromProfile(false);
      keepPhotos(ofReview);
    },
    /** It could not be read. */
    fail: () => earlier.learn('failed'),
    saveDraft: () => writeDraft(id, readForm(form.ref.current)),
    /** Opens the form, which has the values of the review, or what was typed since. */
    edit: () => {
      open();
      requestAnimationFrame(() => form.ref.current?.querySelector<HTMLElement>('input:checked')?.focus());
    },
  };
}
