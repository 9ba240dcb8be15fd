import { useState } from 'react';
import type { PhotoState } from '#domain/photos/photo.ts';
import { photoCaption } from '#domain/reviews/review-text.ts';
import { api, send } from '#lib/api.ts';
import { captioned, PhotoTiles } from '#shared/photos/PhotoList.tsx';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { toast } from '#ui/toast.dom.ts';
import type { Review } from '../answers.ts';
import { RowButton } from '../ui/Table.tsx';
import { reviewIn } from './ReviewDialog.tsx';
import '#shared/photos/photos.css';

type Decision = Exclude<PhotoState, 'waiting'>;
type ReviewedPhoto = Review['photos'][number];

const states: Record<PhotoState, [label: string, tone: 'pending' | 'done' | 'ended']> = {
  waiting: ['To look at', 'pending'],
  approved: ['Public', 'done'],
  refused: ['Not shown', 'ended'],
};
const steps: Record<Decision, string> = { approved: 'Approve', refused: 'Refuse' };

/** What can be decided of photos in these states. */
const decisionsFor = (photos: readonly ReviewedPhoto[]): Decision[] =>
  (['approved', 'refused'] as const).filter((to) => photos.some(({ state }) => state !== to));

type Props = { review: Review; onChange: (review: Review) => void };

/** The photos of a review: each, or all that wait, can be approved and refused. The opposite undoes it. */
export function ReviewPhotos({ review, onChange }: Props) {
  const { id, version: seen, photos, product } = review;
  const [busy, setBusy] = useState(false);
  const decide = async (of: readonly ReviewedPhoto[], state: Decision) => {
    if (busy) return;
    setBusy(true);
    const json = { seen, state, photos: of.map(({ id }) => id) };
    const answer = await send(api.desk.reviews[':id'].photos.$post({ param: { id }, json }));
    setBusy(false);
    const now = answer.ok ? answer.data.review : reviewIn(answer);
    if (now) onChange(now);
    if (answer.ok) toast({ message: answer.data.message });
    else toast({ message: answer.message, kind: 'error' });
  };
  const buttons = (of: readonly ReviewedPhoto[], what: string, short = '') =>
    decisionsFor(of).map((to) => (
      <RowButton
        key={to}
        label={`${steps[to]} ${what} of the review of ${product.name} by ${review.name}`}
        disabled={busy}
        onClick={() => decide(of, to)}
      >
        {steps[to] + short}
      </RowButton>
    ));
  const waiting = photos.filter(({ state }) => state === 'waiting');
  return (
    <div className="stack gap-2">
      <PhotoTiles
        photos={captioned(photos, photoCaption(review, product.name))}
        under={(n) => {
          const photo = photos[n];
          if (!photo) return null;
          const [label, tone] = states[photo.state];
          return (
            <div className="photo-state">
              <StatusBadge tone={tone}>{label}</StatusBadge>
              {buttons([photo], `photo ${n + 1}`)}
            </div>
          );
        }}
      />
      {waiting.length > 1 && <p className="desk-tools">{buttons(waiting, 'all photos', ' all')}</p>}
    </div>
  );
}
