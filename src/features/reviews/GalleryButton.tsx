import { photosText } from '#domain/reviews/review-text.ts';
import { useLazyDialog } from '#ui/useLazyDialog.ts';

type Props = {
  /** Of the product. */
  id: string;
  name: string;
  /** Public photos of its reviews. */
  count: number;
};

/** `12 photos from customers`, which opens the gallery; its script and its pictures load then. */
export function GalleryButton({ count, ...product }: Props) {
  const gallery = useLazyDialog(() => import('./PhotoGallery.tsx'));
  if (!count) return null;
  const title = photosText(count);
  return (
    <div>
      <button type="button" className="button quiet small" onClick={gallery.open}>
        {title}
      </button>
      {gallery.Dialog && <gallery.Dialog {...product} title={title} onClose={gallery.close} />}
    </div>
  );
}
