/** A picture in several sizes and formats. Static: it needs no script. */
import type { PictureSource } from '#lib/picture.ts';

type Props = {
  of: PictureSource;
  /** The `sizes` attribute. */
  sizes: string;
  /** Whether it is the first picture of the page: loaded at once, with high priority. */
  first?: boolean;
  /** A media query of the screens that show it: on others nothing is loaded. */
  onlyOn?: string;
  alt?: string;
};

/** One transparent pixel. */
const nothing = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

export default function Picture({ of, sizes, first = false, onlyOn, alt = of.alt }: Props) {
  return (
    <picture>
      {of.avif && <source type="image/avif" media={onlyOn} srcSet={of.avif} sizes={sizes} />}
      {of.webp && <source type="image/webp" media={onlyOn} srcSet={of.webp} sizes={sizes} />}
      <img
        src={onlyOn ? nothing : of.src}
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
