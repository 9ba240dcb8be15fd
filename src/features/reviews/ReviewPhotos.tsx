import { type RefObject, useEffect } from 'react';
import type { ApiPhoto } from '#domain/photos/photo.ts';
import { AddPhotos } from '#shared/photos/AddPhotos.tsx';
import { type AddedPhotos, useAddedPhotos } from '#shared/photos/useAddedPhotos.ts';
import { photoTarget } from './reviews.api.ts';

export type ReviewPhotosProps = {
  /** Of the product. */
  id: string;
  /** Those that the review has already. */
  stored: readonly ApiPhoto[];
  /** Set while the field is there: waits until all are sent. */
  sent: RefObject<AddedPhotos['whenSent'] | undefined>;
};

/** The photos of a review that is written. */
export default function ReviewPhotos({ id, stored, sent }: ReviewPhotosProps) {
  const added = useAddedPhotos(photoTarget(id), stored);
  useEffect(() => {
    sent.current = added.whenSent;
    return () => {
      sent.current = undefined;
    };
  });
  return (
    <AddPhotos
      added={added}
      label="Photos"
      hint="Up to three. We look at each before others see it. Place and time are taken out."
    />
  );
}
