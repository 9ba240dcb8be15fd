/** A picture in the sizes and formats that a browser can choose from. Static: it brings no script. */

export type PictureSource = {
  /** srcset; empty where the format is not made */
  avif: string;
  /** srcset */
  webp: string;
  /** for browsers that choose nothing */
  src: string;
  width: number;
  height: number;
  alt: string;
  /** The picture's dominant colour: its ground while it loads. */
  colour: string;
};

type Props = {
  of: PictureSource;
  /** How wide it is shown, as the `sizes` attribute says it. */
  sizes: string;
  /** The page's first picture: loaded at once and before others. */
  first?: boolean;
  alt?: string;
};

export default function Picture({ of, sizes, first = false, alt = of.alt }: Props) {
  return (
    <picture>
      {of.avif && <source type="image/avif" srcSet={of.avif} sizes={sizes} />}
      <source type="image/webp" srcSet={of.webp} sizes={sizes} />
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
