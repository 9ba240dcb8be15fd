/** A picture in several sizes and formats. Static: it needs no script. */
import type { PictureSource } from '#lib/picture.ts';

type Props = {
  of: PictureSource;
  /** The `sizes` attribute. */
  sizes: string;
  /** Whether it is the first picture of the page: loaded at once, with high priority. */
  first?: boolean;
  /** A media query of screens that do not show it: nothing is loaded there. */
  hiddenOn?: string;
  alt?: string;
};

/** One transparent pixel. */
const nothing = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

export default function Picture({ of, sizes, first = false, hiddenOn, alt = of.alt }: Props) {
  return (
    <picture>
      {hiddenOn && <source media={hiddenOn} srcSet={nothing} />}
      {of.avif && <source type="image/avif" srcSet={of.avif} sizes={sizes} />}
      {of.webp && <source type="image/webp" srcSet={of.webp} sizes={sizes} />}
      <img
        src={of.src}
        alt={alt}
        width={of.width}
        height={of.height}
        style={{ backgroundColor: of.colour }}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : undefined}
        decoding="async"
      />
    </picture>
  );
}
