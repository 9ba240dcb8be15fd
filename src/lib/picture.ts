/** A picture in several sizes and formats, as pictures.build.ts makes it. */
export type PictureSource = {
  /** srcset; empty if the format is not made */
  avif: string;
  /** srcset; empty for a drawing, which is one file for all sizes */
  webp: string;
  /** Fallback without srcset. */
  src: string;
  width: number;
  height: number;
  alt: string;
  /** The mean colour of the picture: its background while it loads. */
  colour: string;
};
