import { marksOf } from '#domain/catalogue/product-marks.ts';

/** What stands on the picture of a product. */
export const ProductMarks = ({ of, className }: { of: Parameters<typeof marksOf>[0]; className: string }) => (
  <p className={className}>
    {marksOf(of).map((mark) => (
      <span key={mark} className="badge">
        {mark}
      </span>
    ))}
  </p>
);
